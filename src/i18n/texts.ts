import { createInstance } from 'i18next'
import type { ResourceKey } from 'i18next'
import resourcesToBackend from 'i18next-resources-to-backend'
import { initReactI18next } from 'react-i18next'
import criticalJa from '../../locales/ja/critical.json'
import type fallbackJa from '../../locales/ja/fallback.json'
import loginJa from '../../locales/ja/login.json'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { withTimeLimit } from '../lib/clock.ts'
import { languageOf } from '../lib/language.ts'
import type { Language } from '../lib/language.ts'
import { ready, readyLater } from '../lib/ready.ts'
import { createSignal } from '../lib/signal.ts'
import type { Namespace } from './catalogue.ts'

/** Japanese texts of the first page are part of it; every other file is fetched when a page needs it. */
const files = import.meta.glob<ResourceKey>(
  [
    '../../locales/*/*.json',
    '!../../locales/plain/*.json',
    '!../../locales/*/fallback.json',
    '!../../locales/ja/critical.json',
    '!../../locales/ja/login.json',
  ],
  { import: 'default' },
)

const fallbacks = import.meta.glob<typeof fallbackJa>('../../locales/*/fallback.json', {
  import: 'default',
  eager: true,
})

export const texts = createInstance()
  .use(
    resourcesToBackend((language: string, namespace: string) => {
      const file = files[`../../locales/${language}/${namespace}.json`]
      return file?.() ?? Promise.reject(new Error('There is no such file'))
    }),
  )
  .use(initReactI18next)
void texts.init({
  lng: 'ja',
  fallbackLng: false,
  initAsync: false,
  load: 'currentOnly',
  ns: [],
  defaultNS: 'common',
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: { ja: { critical: criticalJa, login: loginJa } },
  partialBundledLanguages: true,
  // In development a changed file of texts is shown at once, see below.
  react: { bindI18nStore: import.meta.hot ? 'added' : '' },
})

/** Sent by scripts/dev/hot-texts.ts. */
type ChangedTexts = { language: Language; namespace: Namespace; url: string }

import.meta.hot?.on('texts:changed', ({ language, namespace, url }: ChangedTexts) => {
  const changed = import(/* @vite-ignore */ url) as Promise<{ default: ResourceKey }>
  void changed.then((module) => texts.addResourceBundle(language, namespace, module.default))
})

/** Thrown if texts cannot be fetched; then the page cannot be shown. */
export class TextsError extends Error {
  override readonly name = 'TextsError'
}

/** Namespaces of every page, and of the sign-in form, which is part of the first page and must not wait for them. */
const wanted = new Set<Namespace>(['critical', 'login', 'common', 'errors'])
const there = ready(undefined)
const loading = new Map<string, Promise<void>>()
const failed = new Set<string>()

export function currentLanguage(): Language {
  return languageOf(texts.language)
}

export function hasTexts(language: Language, namespace: Namespace): boolean {
  return texts.hasResourceBundle(language, namespace)
}

/** @throws TextsError if the file does not arrive; another call retries. */
export function loadTexts(language: Language, namespace: Namespace): Promise<void> {
  wanted.add(namespace)
  const key = `${language}/${namespace}`
  const known = loading.get(key)
  if (hasTexts(language, namespace)) return there
  if (known && !failed.has(key)) return known
  failed.delete(key)
  const promise = readyLater(
    requestTexts(language, namespace).catch((failure: unknown) => {
      failed.add(key)
      throw failure
    }),
  )
  loading.set(key, promise)
  return promise
}

async function requestTexts(language: Language, namespace: Namespace): Promise<void> {
  // Unlike `loadNamespaces`, it requests a file again that did not arrive before. Neither of them reports a failure.
  await texts.reloadResources([language], [namespace])
  if (!hasTexts(language, namespace)) throw new TextsError(`Texts ${language}/${namespace} did not load`)
}

/**
 * Loads texts for a render, which gets the same promise again until it is done, as React requires. A failure stays until
 * `loadTexts` is called again; otherwise every render would fetch again.
 */
export function textsToDraw(language: Language, namespace: Namespace): Promise<void> {
  return loading.get(`${language}/${namespace}`) ?? loadTexts(language, namespace)
}

/** Loads in the current language. */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => loadTexts(currentLanguage(), namespace)))
}

/** How long the page waits for its files. A browser itself waits for minutes. */
export const fileLimitMs = 30_000

type Fetch = (language: Language) => Promise<unknown>

/** What the page shows by language besides the texts here. */
const fetches = new Set<Fetch>()

/**
 * Fetches this before a switch of the language, too, so that the page changes as a whole and nothing on it disappears. It
 * is the page that shows a failure. Returns a function that ends it.
 */
export function onSwitch(fetch: Fetch): () => void {
  fetches.add(fetch)
  return () => {
    fetches.delete(fetch)
  }
}

let lastChange = 0

/** True while a chosen language is being loaded. */
export const isSwitching = createSignal(false)

/**
 * Switches once all namespaces that the pages have used so far are loaded. Of two choices in a row the later one
 * counts, whichever texts arrive first.
 * @returns whether this was the last choice
 */
export async function changeLanguage(language: Language): Promise<boolean> {
  lastChange += 1
  const change = lastChange
  isSwitching.set(true)
  try {
    const content = Promise.allSettled([...fetches].map(async (fetch) => fetch(language)))
    await withTimeLimit(Promise.all([...wanted].map((namespace) => loadTexts(language, namespace))), fileLimitMs)
    await content
    if (change !== lastChange) return false
    await texts.changeLanguage(language)
    if (typeof document !== 'undefined') showLanguage(language)
    return true
  } catch (error) {
    // Nobody waits for a language that was given up.
    if (change !== lastChange) return false
    throw error
  } finally {
    if (change === lastChange) isSwitching.set(false)
  }
}

/** Gives up the language that is being loaded. */
export function keepLanguage(): void {
  lastChange += 1
  isSwitching.set(false)
}

/** Tells browsers and screen readers the language of the document. */
export function showLanguage(language: Language): void {
  document.documentElement.lang = spokenLanguage(language)
}

/** Texts for when nothing else works: plain data in the bundle. */
export function fallbackTexts(language: Language = currentLanguage()): typeof fallbackJa {
  return fallbacks[`../../locales/${language}/fallback.json`] as typeof fallbackJa
}

/** The name of a language in that language. */
export function languageName(language: Language): string {
  return fallbackTexts(language).language
}
