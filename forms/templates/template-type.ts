import { readFileSync } from 'node:fs'
import path from 'node:path'
import { allNodes, formTree } from '../edit/form-tree.ts'
import { templatesFolder } from './new-form.ts'

/** The type of applicants that a template is for: one that asks everybody for a corporate number is for corporations. */
export function templateType(template: string): string {
  const form: unknown = JSON.parse(readFileSync(path.join(templatesFolder, template, 'form.json'), 'utf8'))
  const asksForNumber = allNodes(formTree(form)).some(
    ({ schema, required, condition }) => schema.format === 'jp-corporate-number' && required && condition === null,
  )
  return asksForNumber ? 'corporate' : 'individual'
}
