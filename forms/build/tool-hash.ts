import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { hashOf } from './form-version.ts'

/** A newer tool or newer libraries require a build of every form. */
export function toolHash(): string {
  const here = import.meta.dirname
  const stages = ['source', 'differences', 'rules', 'check', 'samples', 'build'].map((stage) =>
    path.join(here, '..', stage),
  )
  const root = path.resolve(here, '../..')
  const sources = [...stages, path.join(root, 'form-model'), path.join(root, 'schemas')].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(?:ts|json)$/.test(name) && !name.endsWith('.spec.ts'))
      .map((name) => path.join(folder, name)),
  )
  const versions = ['@cfworker/json-schema', '@rjsf/validator-ajv8'].map((name) =>
    path.join(root, 'node_modules', name, 'package.json'),
  )
  return hashOf([...sources.toSorted(), ...versions.filter(existsSync)].map((file) => readFileSync(file, 'utf8')))
}
