import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ServiceSource } from '../../form-model/definition.ts'
import { isRecord, recordOf } from '../../form-model/record.ts'
import { isLaterDay } from '../rules/later-day.ts'
import { structureProblems } from '../rules/structure-rules.ts'
import { serviceFile } from '../source/find-sources.ts'
import type { Problem } from '../source/finding.ts'
import type { JsonSource } from '../source/json-source.ts'
import { relativeToHere } from '../source/load-source.ts'
import { copiedServiceNames } from './copied-names.ts'
import { serviceTextProblems } from '../rules/text-rules.ts'
import { tenantLanguages } from '../source/tenant-settings.ts'
import { readJson } from '../source/reading-problems.ts'

export type CheckedService = {
  /** `null` if the file has an error. */
  service: ServiceSource | null
  problems: Problem[]
}

/** Checks the `service.json` of a service's folder; `null` if there is none. */
export function checkService(folder: string, shown = relativeToHere): CheckedService | null {
  const file = path.join(folder, serviceFile)
  if (!existsSync(file)) return null
  const { source, problems } = readJson(file, shown)
  const required = tenantLanguages(path.join(folder, 'type'))
  const errors = [...problems, ...structureProblems(source, 'service')]
  return {
    service: errors.length === 0 ? (source.value as ServiceSource) : null,
    problems: [
      ...errors,
      ...serviceTextProblems(source, required),
      ...nounProblems(source),
      ...periodProblems(source),
      ...copiedServiceNames(source, path.dirname(folder)),
    ],
  }
}

/** A service whose name says 予約 without a noun of its own; the tenant's noun is 申請 or お申し込み. */
function nounProblems(source: JsonSource): Problem[] {
  if (!isRecord(source.value) || source.value.orderNoun !== undefined) return []
  const name = isRecord(source.value.name) ? source.value.name.ja : undefined
  if (typeof name !== 'string' || !name.endsWith('予約')) return []
  return [{ rule: 'booking-noun', source, pointer: '/name/ja', params: { name } }]
}

const days = ['opensOn', 'closesOn', 'stopsOn'] as const

/** Days in an order in which nobody can apply. */
function periodProblems(source: JsonSource): Problem[] {
  const service = recordOf(source.value)
  return days.flatMap((low, index) =>
    days
      .slice(index + 1)
      .filter((high) => isLaterDay(service[low], service[high]))
      .map((high) => ({
        rule: 'contradictory-bounds',
        source,
        pointer: `/${high}`,
        params: { low, lowValue: String(service[low]), high, highValue: String(service[high]) },
      })),
  )
}
