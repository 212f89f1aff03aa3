import { uiOption } from '../../../form-model/schema-walk.ts'
import { canonicalJson } from '../../../form-model/canonical.ts'
import type { JsonSchema, StepAnswers, StepSource } from '../../../form-model/definition.ts'
import { isRecord } from '../../../form-model/record.ts'
import type { Address, CorporationProfile, Profile } from '../../api/generated/api.schemas.ts'
import { leavesOf } from '../../../form-model/answers.ts'

/**
 * A step's answers with data of the profile, or null if there is nothing to add. Fills in only fields with the name and
 * schema of the shared parts of forms, and only if nothing was entered: users need not type again what they have
 * registered (WCAG 3.3.7).
 */
export function prefilled(profile: Profile, schema: JsonSchema, answers: StepAnswers): StepAnswers | null {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const filled: StepAnswers = { ...answers }
  let any = false
  for (const [name, value] of Object.entries(known(profile))) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!isRecord(property) || !isEmptyAnswer(answers[name])) continue
    const fitting = [value]
      .flat()
      .map((each) => fit(each, property))
      .find((each) => each !== null)
    if (fitting === undefined) continue
    filled[name] = fitting
    any = true
  }
  return any ? filled : null
}

/** Fields of forms for which a profile may have a value. */
const profileFields = [
  'email',
  'phone',
  'address',
  'headOffice',
  'corporateNumber',
  'name',
  'department',
  'birthDate',
] as const

/** Whether any profile could fill in an empty field of this step. */
export function mayPrefill(schema: JsonSchema, answers: StepAnswers): boolean {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  return profileFields.some((name) => Object.hasOwn(properties, name) && isEmptyAnswer(answers[name]))
}

/** Whether a step's definition requests that registered values are filled in on opening and shown as a card. */
export function isPrefilledOnOpening({ ui }: Pick<StepSource, 'ui'>): boolean {
  return uiOption(ui ?? {}, 'prefill') === 'card'
}

/** The step's fields whose answers are those of the profile; null if it has others, or if the profile has none. */
export function answersFromProfile(profile: Profile, schema: JsonSchema, answers: StepAnswers): string[] | null {
  const filled = prefilled(profile, schema, {}) ?? {}
  const names = Object.keys(filled)
  const same = names.every((name) => canonicalJson(filled[name]) === canonicalJson(answers[name] ?? null))
  return names.length > 0 && same ? names : null
}

type Value = string | { [part: string]: string } | undefined
/** A field may have two shapes, such as the name of a company and that of its contact person. */
type Known = { [field in (typeof profileFields)[number]]?: Value | readonly Value[] }

/** The data of the profile, by the names used in forms. */
function known(profile: Profile): Known {
  const { email, phone, address } = profile
  const place: Known = {}
  if (address !== undefined) {
    const { postalCode, prefecture, city, town = '', street, building = '' } = address
    const area = { postalCode, prefecture, city, ...(town === '' ? {} : { town }) }
    place.address = { ...area, street, ...(building === '' ? {} : { building }) }
  }
  const both = { email, phone, ...place }
  if (profile.kind === 'corporation') {
    const { corporateNumber, corporationName, department } = profile
    const headOffice = address === undefined ? undefined : lineOf(address)
    return { ...both, corporateNumber, headOffice, name: [corporationName, contactPerson(profile)], department }
  }
  const { familyName, givenName, familyNameKana, givenNameKana, birthDate } = profile
  // A name that is not divided has no given name.
  const given = givenName === '' ? {} : { givenName, givenNameKana }
  return { ...both, name: { familyName, familyNameKana, ...given }, birthDate }
}

/** An address as one text, as forms ask for the place of a company. */
function lineOf({ prefecture, city, town = '', street, building = '' }: Address): string {
  return `${prefecture}${city}${town}${street}${building === '' ? '' : ` ${building}`}`
}

/** The parts of the contact person's name, if a space divides both the name and its reading into two. */
function contactPerson({ contactName, contactNameKana }: CorporationProfile): Value {
  const [familyName, givenName, ...more] = contactName.split(/[\s\u3000]+/u)
  const [familyNameKana, givenNameKana, ...moreKana] = contactNameKana.split(/[\s\u3000]+/u)
  if (more.length + moreKana.length > 0) return undefined
  if (!familyName || !givenName || !familyNameKana || !givenNameKana) return undefined
  return { familyName, givenName, familyNameKana, givenNameKana }
}

/** The value if a field with this schema can show it: a text, or a group with every part of it. */
function fit(value: Value, schema: JsonSchema): unknown {
  if (value === undefined || value === '') return null
  if (typeof value === 'string') return schema.type === 'string' ? value : null
  const parts = isRecord(schema.properties) ? schema.properties : {}
  return Object.keys(value).every((part) => Object.hasOwn(parts, part)) ? value : null
}

function isEmptyAnswer(value: unknown): boolean {
  return leavesOf({ step: { value } }).length === 0
}
