import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { documentFile } from '../openapi/document.ts'
import { compare, unnamedIn } from './diff.ts'

type Schema = { enum: string[]; properties: Record<string, unknown> }
type Document = {
  info: { version: string; summary: string }
  paths: Record<string, unknown>
  components: { schemas: Record<string, Schema> }
}

it('refuses two different documents of one version', () => {
  const document = parse(readFileSync(documentFile, 'utf8')) as Document
  document.info.summary = 'Another one.'
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'versions-')), 'openapi.yaml')
  writeFileSync(file, stringify(document))
  const { version } = document.info
  expect(compare(documentFile, file).problem).toBe(
    `info.version is ${version}; the changes since ${version} need a new patch version`,
  )
})

it('accepts a new version, and finds each addition that the changelog does not name', () => {
  const document = parse(readFileSync(documentFile, 'utf8')) as Document
  document.info.version = '9.0.0'
  const { ErrorCode, Charge } = document.components.schemas
  ErrorCode?.enum.push('SE_CH_0099')
  Object.assign(Charge?.properties ?? {}, { dueHour: { type: 'string' }, desk: { type: 'string' } })
  document.paths['/o/desks'] = {
    get: { operationId: 'listDesks', tags: ['files'], responses: { 204: { description: 'None' } } },
  }
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'additions-')), 'openapi.yaml')
  writeFileSync(file, stringify(document))
  const comparison = compare(documentFile, file)
  expect(comparison.problem).toBeNull()
  const section = (text: string) => `# Changes\n\n## 9.0.0\n\n${text}\n\n## ${comparison.versions.base}\n\n- \`desk\``
  expect(unnamedIn(section('- `Charge.dueHour`'), comparison).toSorted()).toEqual(['/o/desks', 'SE_CH_0099', 'desk'])
  expect(unnamedIn(section('- `GET /o/desks`, `SE_CH_0099`, `Charge.dueHour` and `desk`'), comparison)).toEqual([])
})
