import { rmSync } from 'node:fs'
import path from 'node:path'
import { kindOfChange } from '../../import/import-changes.ts'
import type { Change } from '../../import/import-changes.ts'
import { importFile } from '../../import/import-files.ts'
import { clerkFindings, clerkSay, importFolder, plainValueOf } from '../../source/clerk-findings.ts'
import { loadSourceForm } from '../../source/load-source.ts'
import { say } from '../../source/messages.ts'
import { writeFileAtomically } from '../../source/write-file.ts'
import { isFormName, isTenantName } from '../../source/form-name.ts'
import { unpublishedPlace } from '../../templates/form-place.ts'
import type { Imported, ImportNote, ImportRequest } from '../studio-host.ts'
import type { StudioLanguage } from '../studio-texts.ts'

/** Makes a form of the tenant from the schema of another body. */
export function importForm(
  folders: readonly string[],
  publishTo: string,
  { tenant, service, type, file, others, removesLeftover }: ImportRequest,
  language: StudioLanguage,
): Imported {
  const name = [tenant, service, type].join('/')
  if (!isTenantName(tenant) || !isFormName(service) || !isFormName(type))
    throw new RangeError(`No form can be called ${name}`)
  const place = unpublishedPlace(folders, publishTo, { tenant, service, type, removesLeftover })
  if (place.kind !== 'free') return { ...place, name }
  const out = place.root
  const folder = path.join(out, importFolder)
  const schemaOf = (own: ImportRequest['file']) => path.join(folder, path.basename(own.name))
  const schema = schemaOf(file)
  const shown = (full: string) => path.relative(out, full)
  /** Where something is in the files that the author has chosen. */
  const placeOf = (of: { file: string; line: number; column: number }, label?: string) => {
    const where = clerkSay(label === undefined ? 'import-place' : 'import-question', language, {
      line: of.line,
      column: of.column,
      label: label ?? '',
    })
    return of.file === shown(schema) ? where : `${path.basename(of.file)} ${where}`
  }
  const placeOfChange = ({ place: { source, pointer } }: Pick<Change, 'place'>, label?: string) =>
    placeOf({ file: source.file, ...source.positionOf(pointer, 'key') }, label)
  try {
    for (const own of [file, ...others]) writeFileAtomically(schemaOf(own), own.bytes)
    const names = { tenantId: tenant, serviceId: service, type }
    const result = importFile(schema, out, { ...names, removesLeftover, shown })
    if (result.taken !== null) return { ...result.taken.why, name }
    if (result.folder === null || result.imported === null) {
      const findings = clerkFindings(result.problems, { texts: {} }, language)
      return { kind: 'refused', notes: together(findings.map((one) => ({ at: placeOf(one), sentences: [one.words] }))) }
    }
    const { questions, others: elsewhere } = result.imported.report
    const changed = questions.filter(({ changes }) => changes.length > 0)
    const sentenceOf = (change: Change) => `${say(kindOfChange(change), language)} ${changeWords(change, language)}`
    return {
      kind: 'imported',
      name,
      kept: questions.length - changed.length,
      changed: changed.length,
      errors: clerkFindings(result.problems, loadSourceForm(result.folder, { shown }), language).map(
        ({ words }) => words,
      ),
      notes: together([
        ...changed.map((question) => ({
          at: placeOfChange(question, question.label),
          sentences: question.changes.map(sentenceOf),
        })),
        ...elsewhere.map((change) => ({ at: placeOfChange(change), sentences: [sentenceOf(change)] })),
      ]),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function changeWords({ key, params }: Pick<Change, 'key' | 'params'>, language: StudioLanguage): string {
  return clerkSay(`import-${key}`, language, {
    ...params,
    ...(params.value === undefined ? {} : { plainValue: plainValueOf(params.value) }),
    ...(params.type === undefined ? {} : { kind: clerkSay(`kind-${params.type}`, language) }),
  })
}

/** A part that several questions share is one place. */
function together(notes: readonly ImportNote[]): ImportNote[] {
  const places = new Map<string, Set<string>>()
  for (const { at, sentences } of notes) places.set(at, new Set([...(places.get(at) ?? []), ...sentences]))
  return Array.from(places, ([at, sentences]) => ({ at, sentences: [...sentences] }))
}
