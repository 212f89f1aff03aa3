import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { formats } from '../../form-model/formats.ts'
import { isRecord } from '../../form-model/record.ts'

const page = read('server-validation.md')
const definition: unknown = JSON.parse(read('../../schemas/definition.schema.json'))

/** The codes in the first cell of each row of a section's table. */
function firstCells(heading: string): string[] {
  const section = page.split(/^### /m).find((part) => part.startsWith(heading)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `') && !line.includes('is wrong if'))
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

/** The value below keys of the schema of definitions. */
function schemaAt(...keys: string[]): unknown {
  return keys.reduce<unknown>(
    (part, key) => (isRecord(part) || Array.isArray(part) ? Reflect.get(part, key) : undefined),
    definition,
  )
}

function read(file: string): string {
  return readFileSync(path.join(import.meta.dirname, file), 'utf8')
}

describe('the page for servers', () => {
  it('explains every format, and the computed check of those that have one', () => {
    expect(firstCells('Formats').toSorted()).toEqual(Object.keys(formats).toSorted())
    for (const [name, format] of Object.entries(formats)) {
      const row =
        page.split('\n').find((line) => line.startsWith('|') && line.split('|')[1]?.includes(`\`${name}\``)) ?? ''
      expect(row).toContain('computed' in format ? `\`${format.computed}\`` : '| none |')
    }
  })

  it('explains every kind of check', () => {
    const kinds = schemaAt('properties', 'checks', 'items', 'oneOf') as unknown[]
    const names = kinds.flatMap((_, index) => {
      const kind = schemaAt('properties', 'checks', 'items', 'oneOf', String(index), 'properties', 'kind')
      if (!isRecord(kind)) return []
      return Array.isArray(kind.enum) ? (kind.enum as unknown[]) : [kind.const]
    })
    expect(firstCells('Checks').toSorted()).toEqual(names.map(String).toSorted())
  })

  it('explains every key of a line of the fee', () => {
    const keys = schemaAt('definitions', 'feeLine', 'properties')
    expect(firstCells('Fee').toSorted()).toEqual(Object.keys(isRecord(keys) ? keys : {}).toSorted())
  })
})
