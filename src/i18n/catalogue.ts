import type apply from '../../locales/ja/apply.json'
import type charges from '../../locales/ja/charges.json'
import type common from '../../locales/ja/common.json'
import type downloads from '../../locales/ja/downloads.json'
import type errors from '../../locales/ja/errors.json'
import type critical from '../../locales/ja/critical.json'
import type fields from '../../locales/ja/fields.json'
import type formEngine from '../../locales/ja/form-engine.json'
import type login from '../../locales/ja/login.json'
import type orderDisplay from '../../locales/ja/order-display.json'
import type orders from '../../locales/ja/orders.json'
import type profile from '../../locales/ja/profile.json'
import type profileForm from '../../locales/ja/profile-form.json'
import type registration from '../../locales/ja/registration.json'
import type services from '../../locales/ja/services.json'
import type signIn from '../../locales/ja/sign-in.json'
import type tenantState from '../../locales/ja/tenant-state.json'

/** The files of texts and their content. Japanese is the original; a test compares the other languages with it. */
type Catalogue = {
  apply: typeof apply
  charges: typeof charges
  common: typeof common
  downloads: typeof downloads
  errors: typeof errors
  critical: typeof critical
  fields: typeof fields
  'form-engine': typeof formEngine
  login: typeof login
  'order-display': typeof orderDisplay
  orders: typeof orders
  profile: typeof profile
  'profile-form': typeof profileForm
  registration: typeof registration
  services: typeof services
  'sign-in': typeof signIn
  'tenant-state': typeof tenantState
}

export type Namespace = keyof Catalogue

/** What a text may call an application. `nouns` of `critical.json` has the forms of each noun, see `nounValues`. */
export type Noun = keyof typeof critical.nouns

/** i18next appends the plural form to a key. */
type WithoutSuffix<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

type Leaves<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutSuffix<Key>
    : `${WithoutSuffix<Key>}.${Leaves<Texts[Key]>}`
}[keyof Texts & string]

/** Every key of a namespace, e.g. `login.title`. */
export type TextKey<Name extends Namespace> = Leaves<Catalogue[Name]>

/** Paths of all texts, with their suffixes. */
type Paths<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${Paths<Texts[Key]>}`
}[keyof Texts & string]

/** Every key of a tenant's own texts (`branding.texts`): namespace and path, e.g. `login.login.identity`. */
export type TextOverrideKey = {
  [Name in Namespace]: `${Name}.${Paths<Catalogue[Name]>}`
}[Namespace]
