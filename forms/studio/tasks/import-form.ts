import { rmSync } from 'node:fs'
import path from 'node:path'
import { kindOfChange } from '../../import/import-changes.ts'
import type { Change } from '../../import/import-changes.ts'
import { importFile } from '../../import/import-files.ts'
import { toFindings } from '../../source/finding.ts'
import { say } from '../../source/messages.ts'
import { writeFileAtomically } from '../../source/write-file.ts'
import { isFormName, isTenantName } from '../../source/form-name.ts'
import { unpublishedPlace } from '../../templates/form-place.ts'
import type { Imported, ImportRequest } from '../studio-host.ts'
import type { StudioLanguage } from '../studio-texts.ts'

/** Makes a form of the tenant from the schema of another body. */
export function importForm(
  folders: readonly string[],
  publishTo: string,
  { tenant, service, type, file, removesLeftover }: ImportRequest,
  language: StudioLanguage,
): Imported {
  const name = [tenant, service, type].join('/')
  if (!isTenantName(tenant) || !isFormName(service) || !isFormName(type))
    throw new RangeError(`No form can be called ${name}`)
  const place = unpublishedPlace(folders, publishTo, { tenant, service, type, removesLeftover })
  if (place.kind !== 'free') return { ...place, name }
  const folder = path.join(place.root, '.import')
  const schema = path.join(folder, path.basename(file.name))
  try {
    writeFileAtomically(schema, file.text)
    const names = { tenantId: tenant, serviceId: service, type }
    const options = { ...names, removesLeftover, shown: (shown: string) => path.basename(shown) }
    const result = importFile(schema, place.root, options)
    if (result.folder === null || result.imported === null)
      return {
        kind: 'refused',
        sentences: toFindings(result.problems, language).map(({ line, message }) =>
          say('import-problem', language, { line, message }),
        ),
      }
    const { questions, others } = result.imported.report
    const changed = questions.filter(({ changes }) => changes.length > 0)
    const sentenceOf = (change: Change) =>
      `${say(kindOfChange(change), language)} ${say(`import-${change.key}`, language, change.params)}`
    const sentences = [
      ...changed.flatMap(({ label, changes }) =>
        changes.map((change) => say('import-at', language, { label, change: sentenceOf(change) })),
      ),
      ...others.map(sentenceOf),
    ]
    return {
      kind: 'imported',
      name,
      kept: questions.length - changed.length,
      changed: changed.length,
      sentences: [...new Set(sentences)],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
