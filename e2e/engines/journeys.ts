/** By folder or file below `e2e/`, in the notation of globs, and why they are left out. */
export type Places = { readonly [place: string]: string }

const sameEverywhere = 'It would take minutes, for code in which engines do not differ.'

/**
 * Journeys that run in Chromium only. The other engines run all others, and each new one, unless the driver of an
 * engine cannot.
 */
export const onlyInChromiumPlaces: Places = {
  'build/{budgets,demo,dist,start,too-old}.e2e.ts': 'The build is the same for every engine.',
  'faults/**': 'Hundreds of combinations, which take half an hour.',
  'forms-tool/**': 'They are for authors, who can use another browser.',
  'servers/**': 'The subject is the server.',
  'application/{enlarged-text,taps,translated}.e2e.ts': 'Text size, touch and translation are those of Chromium.',
  'application/form-limits.e2e.ts': sameEverywhere,
  'drafts/{drafts-at-log-out,drafts-at-session-limits,expiry,tenant-closes}.e2e.ts': sameEverywhere,
  'drafts/{killed-browser,no-storage,slow-database}.e2e.ts': 'Processes and storage are broken in the way of Chromium.',
  'files/hostile.e2e.ts': sameEverywhere,
  'identity/{cognito-wire,disclosure,profile,refresh,secrecy,session-limits}.e2e.ts': sameEverywhere,
  'identity/help-of-the-browser.e2e.ts': 'The help is that of Chromium.',
  'orders/ten-thousand.e2e.ts': 'It measures times.',
  'payment/{hand-off,recorded-traffic}.e2e.ts': sameEverywhere,
  'screens/{checkers,components,film-strips,steady}.e2e.ts': 'Markup and layout are measured by tools of Chromium.',
  'shell/{phone-menu,procedure,tenants}.e2e.ts': sameEverywhere,
}

/** Those of Firefox. */
export const notInFirefox: Places = {
  ...onlyInChromiumPlaces,
  '{identity/mailed-links,shell/routes}.e2e.ts': 'WebKit runs it; here it would take a minute more.',
}

export function patternsOf(places: Places): string[] {
  return Object.keys(places).map((place) => `**/e2e/${place}`)
}

/** Journeys that run in Chromium only: those in a wide window, and those whose subject is the same in every engine. */
export const onlyChromium = /@wide|@chromium/

/**
 * A journey that does not pass in Firefox. `open`: it is not known yet whether the portal or the driver is the cause.
 */
export type NotRun = { file: string; title: string; cause: 'driver' | 'open'; reason: string }

/** Matches the journey in the titles that Playwright compares with `grep`. */
export function titlePattern({ file, title }: NotRun): RegExp {
  const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`${literal(file)} .*${literal(title)}`)
}

const noBody = 'Playwright cannot read the body of a request in Firefox, so route.fetch of a POST or PUT never ends.'
const noMedia = 'Playwright cannot set media features in Firefox (see missing-command.ts).'
const noBack = 'page.goBack never returns if Firefox restores the page from its back/forward cache.'

export const notRun: NotRun[] = [
  {
    file: 'application/typing.e2e.ts',
    title: 'Enter during composition',
    cause: 'driver',
    reason: 'Composition is simulated over CDP.',
  },
  {
    file: 'drafts/tabs.e2e.ts',
    title: 'does not prevent a second save of a draft',
    cause: 'driver',
    reason: noBody,
  },
  {
    file: 'files/download.e2e.ts',
    title: 'saves a file under its own name or a safe version of it',
    cause: 'driver',
    reason: 'Firefox replaces an unsafe name by its own rules before the test can read it.',
  },
  {
    file: 'files/upload.e2e.ts',
    title: 'shows its progress and can be cancelled alone',
    cause: 'driver',
    reason: noBody,
  },
  {
    file: 'identity/session-tabs.e2e.ts',
    title: 'two tabs that renew at the same time',
    cause: 'driver',
    reason: noBody,
  },
  {
    file: 'identity/session-tabs.e2e.ts',
    title: 'a duplicated tab and its original that renew',
    cause: 'driver',
    reason: 'Playwright cannot read the body of a request in Firefox, which names the used refresh token.',
  },
  { file: 'identity/log-out.e2e.ts', title: 'back/forward cache', cause: 'driver', reason: noBack },
  { file: 'payment/back.e2e.ts', title: 'reads the charge again, enables the button', cause: 'driver', reason: noBack },
  { file: 'payment/back.e2e.ts', title: 'shows the page as it was left', cause: 'driver', reason: noBack },
  { file: 'payment/back.e2e.ts', title: 'loads the page again if it comes', cause: 'driver', reason: noBack },
  { file: 'payment/back.e2e.ts', title: 'does not allow a second payment', cause: 'driver', reason: noBack },
  {
    file: 'orders/details.e2e.ts',
    title: 'prints the details in every status on one sheet',
    cause: 'driver',
    reason: 'The journey counts sheets in the text of the PDF, which Firefox compresses.',
  },
  {
    file: 'orders/details.e2e.ts',
    title: 'print no heading at the end of a sheet',
    cause: 'driver',
    reason: 'The journey reads places in the text of the PDF, which Firefox compresses.',
  },
  {
    file: 'payment/callbacks.e2e.ts',
    title: 'loses its query',
    cause: 'driver',
    reason: noBack,
  },
  {
    file: 'submission/after-success.e2e.ts',
    title: 'the receipt can be printed',
    cause: 'driver',
    reason: noMedia,
  },
  {
    file: 'submission/outcomes.e2e.ts',
    title: 'offers to send again only after the API reported',
    cause: 'driver',
    reason:
      'Firefox keeps the body of a response with status 500, which Chromium drops, so it is compared with the contract.',
  },
  {
    file: 'submission/outcomes.e2e.ts',
    title: 'polls while another request with the same key is processed',
    cause: 'driver',
    reason: noBody,
  },
  {
    file: 'submission/refusals.e2e.ts',
    title: 'the fee changed: shows the new amount',
    cause: 'driver',
    reason: noBody,
  },
]
