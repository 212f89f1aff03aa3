import { valueAt } from '../../../form-model/pointer.ts'
import { recordOf } from '../../../form-model/record.ts'
import schema from '../../../schemas/tenant.schema.json'
import type { FormFiles } from '../../edit/commands.ts'
import { logoBytes } from '../../edit/tenant-files.ts'
import { logoProblem } from '../../rules/logo-rules.ts'
import { tenantProblems } from '../../rules/tenant-rules.ts'
import { toFindings } from '../../source/finding.ts'
import type { Finding, Problem } from '../../source/finding.ts'
import { parseJsonSource } from '../../source/json-source.ts'
import type { JsonSource } from '../../source/json-source.ts'
import { logoFiles, tenantFile } from '../../source/tenant-source.ts'
import type { StudioLanguage } from '../studio-texts.ts'

/**
 * The findings about the tenant of a form while its author types: those of `forms check`, but of the schema only the
 * patterns of texts, which the fields of the studio cannot prevent.
 */
export function tenantFindings(files: FormFiles, language: StudioLanguage): Finding[] {
  const text = files[tenantFile]
  if (text === undefined) return []
  const source = parseJsonSource(tenantFile, text)
  return toFindings([...tenantProblems(source), ...patternProblems(source), ...logoProblems(files, source)], language)
}

function logoProblems(files: FormFiles, source: JsonSource): Problem[] {
  const name = logoFiles.find((known) => known === valueAt(source.value, '/logo'))
  if (name === undefined) return []
  const bytes = logoBytes(files, name)
  const problem = bytes === null ? ({ rule: 'logo-missing', params: { name } } as const) : logoProblem(name, bytes)
  return problem === null ? [] : [{ ...problem, source, pointer: '/logo' }]
}

function patternProblems(source: JsonSource): Problem[] {
  return ['/primaryColor', '/contact/phone', '/contact/email'].flatMap((pointer): Problem[] => {
    const value = valueAt(source.value, pointer)
    const described: unknown = valueAt(schema, pointer.replaceAll('/', '/properties/'))
    const { pattern, description } = recordOf(described)
    if (typeof value !== 'string' || typeof pattern !== 'string' || new RegExp(pattern).test(value)) return []
    const [expected = '', expectedJa = ''] = String(description).split('\n\n')
    return [{ rule: 'wrong-value', source, pointer, params: { expected, expectedJa } }]
  })
}
