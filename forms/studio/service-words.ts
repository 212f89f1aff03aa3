import type { ServiceFact, ServiceValue } from './studio-host.ts'
import { titleIn } from './studio-texts.ts'
import type { Say, StudioText } from './studio-texts.ts'

const names: { readonly [key: string]: StudioText } = {
  name: 'service.name',
  summary: 'service.summary',
  category: 'service.category',
  words: 'service.words',
  opensOn: 'service.opensOn',
  closesOn: 'service.closesOn',
  stopsOn: 'service.stopsOn',
  position: 'service.position',
  needsShipping: 'service.needsShipping',
  onePerUser: 'service.onePerUser',
  orderNoun: 'service.orderNoun',
  'fee/kind': 'service.fee',
  'fee/amount': 'fees.amount',
}

/** The name of a value of the procedure, as the fields of its panel are called. */
export function serviceFactName({ key, language }: Pick<ServiceFact, 'key' | 'language'>, say: Say): string {
  const known = names[key]
  const [, type = key] = key.split('/')
  const title = known === undefined ? say('service.typeName', { type }) : say(known)
  return titleIn(language ?? 'ja', title, say)
}

export function serviceValueWords(key: string, value: ServiceValue, say: Say): string {
  if (value === null) return say('service.none')
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no')
  if (key === 'fee/kind' && (value === 'NONE' || value === 'FIXED' || value === 'QUOTED'))
    return say(`service.fee.${value}`)
  if (key === 'orderNoun' && isOrderNoun(value)) return say(`service.orderNoun.${value}`)
  return String(value)
}

export const orderNouns = ['booking', 'request'] as const

function isOrderNoun(value: unknown): value is (typeof orderNouns)[number] {
  return orderNouns.some((noun) => noun === value)
}
