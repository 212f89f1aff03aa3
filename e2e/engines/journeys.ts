/** Files of the journeys that run in every engine: the main tasks of residents, and areas where browsers differ. */
export const mainJourneys = [
  'application/apply.e2e.ts',
  'application/lookups.e2e.ts',
  'application/typing.e2e.ts',
  'build/policy.e2e.ts',
  'drafts/devices.e2e.ts',
  'drafts/session-end.e2e.ts',
  'drafts/start-over.e2e.ts',
  'drafts/sudden-leave.e2e.ts',
  'drafts/tabs.e2e.ts',
  'files/download.e2e.ts',
  'files/upload.e2e.ts',
  'identity/log-out.e2e.ts',
  'identity/sign-in.e2e.ts',
  'identity/sign-in-steps.e2e.ts',
  'identity/session-tabs.e2e.ts',
  'orders/details.e2e.ts',
  'orders/history.e2e.ts',
  'orders/scroll-position.e2e.ts',
  'payment/back.e2e.ts',
  'payment/callbacks.e2e.ts',
  'payment/pay-page.e2e.ts',
  'screens/keyboard-only.e2e.ts',
  'screens/phrases.e2e.ts',
  'screens/screens.e2e.ts',
  'shell/line.e2e.ts',
  'submission/after-success.e2e.ts',
  'submission/outcomes.e2e.ts',
  'submission/refusals.e2e.ts',
]

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
    title: 'with a query is replaced by one without it',
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
