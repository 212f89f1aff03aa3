/** The files whose journeys run in every engine: what residents do most, and what browsers do differently. */
export const mainJourneys = [
  'application/apply.e2e.ts',
  'application/typing.e2e.ts',
  'drafts/devices.e2e.ts',
  'drafts/session-end.e2e.ts',
  'drafts/sudden-leave.e2e.ts',
  'drafts/tabs.e2e.ts',
  'files/download.e2e.ts',
  'files/upload.e2e.ts',
  'identity/log-out.e2e.ts',
  'identity/sign-in.e2e.ts',
  'identity/sign-in-steps.e2e.ts',
  'identity/tabs.e2e.ts',
  'orders/details.e2e.ts',
  'orders/history.e2e.ts',
  'payment/back.e2e.ts',
  'payment/callbacks.e2e.ts',
  'payment/pay-page.e2e.ts',
  'screens/keyboard-only.e2e.ts',
  'screens/screens.e2e.ts',
  'submission/after-success.e2e.ts',
  'submission/outcomes.e2e.ts',
  'submission/refusals.e2e.ts',
]

/** A journey that does not pass in Firefox. `open`: whether the portal or the driver is the cause is not known yet. */
export type NotRun = { file: string; title: string; cause: 'driver' | 'open'; reason: string }

const noBody = 'Playwright cannot read the body of a request in Firefox, so route.fetch of a POST or PUT never ends.'
const noMedia = 'Playwright cannot set media features in Firefox (see missing-command.ts).'
const noFocus = 'Firefox gives the focus to one tab; Chromium under test gives it to all.'
const noBack = 'page.goBack waits for ever for a page that Firefox takes out of its memory.'

export const notRun: NotRun[] = [
  {
    file: 'application/typing.e2e.ts',
    title: 'Enter while composing',
    cause: 'driver',
    reason: 'Composing is driven over CDP.',
  },
  {
    file: 'application/typing.e2e.ts',
    title: 'keep focus and caret in',
    cause: 'open',
    reason: 'Two of fifty characters are missing; a plain page that is driven in the same way loses none.',
  },
  {
    file: 'drafts/devices.e2e.ts',
    title: 'shows both versions and keeps the one that is chosen',
    cause: 'open',
    reason: 'The second device is asked about a conflict before the first has typed again.',
  },
  {
    file: 'drafts/tabs.e2e.ts',
    title: 'does not keep a draft from being saved again',
    cause: 'driver',
    reason: noBody,
  },
  {
    file: 'files/download.e2e.ts',
    title: 'is saved under its name, or under what is safe of it',
    cause: 'driver',
    reason: 'Firefox changes an unsafe name by rules of its own before the test can read it.',
  },
  {
    file: 'files/upload.e2e.ts',
    title: 'shows its progress and can be cancelled alone',
    cause: 'driver',
    reason: noBody,
  },
  {
    file: 'identity/sign-in-steps.e2e.ts',
    title: 'explains an unconfirmed account, a locked account',
    cause: 'open',
    reason: 'The message about the lock does not appear.',
  },
  {
    file: 'identity/sign-in-steps.e2e.ts',
    title: 'because the identity provider is slow',
    cause: 'open',
    reason: 'Ends by the limit of the test.',
  },
  {
    file: 'identity/sign-in.e2e.ts',
    title: 'shows which of the four failures it was',
    cause: 'open',
    reason: 'The third attempt shows the message of the second.',
  },
  { file: 'identity/tabs.e2e.ts', title: 'two tabs that renew at once', cause: 'driver', reason: noBody },
  {
    file: 'identity/tabs.e2e.ts',
    title: 'a duplicated tab and its original renew at once',
    cause: 'open',
    reason: 'page.goto is interrupted by a navigation of the portal to the list.',
  },
  {
    file: 'identity/tabs.e2e.ts',
    title: 'a log-out ends the other tabs of the same resident',
    cause: 'driver',
    reason: noFocus,
  },
  {
    file: 'identity/tabs.e2e.ts',
    title: 'a log-out also ends a tab that was at another site',
    cause: 'driver',
    reason: noFocus,
  },
  { file: 'payment/back.e2e.ts', title: 'reads the charge again, enables the button', cause: 'driver', reason: noBack },
  {
    file: 'payment/callbacks.e2e.ts',
    title: 'and every address with a query loses it by replacement',
    cause: 'driver',
    reason: noBack,
  },
  {
    file: 'submission/after-success.e2e.ts',
    title: 'the receipt is a page to print',
    cause: 'driver',
    reason: noMedia,
  },
  {
    file: 'submission/outcomes.e2e.ts',
    title: 'offers to send again only after the API reported',
    cause: 'driver',
    reason: 'Firefox keeps the answer of status 500, which Chromium drops, for the comparison with the contract.',
  },
  {
    file: 'submission/outcomes.e2e.ts',
    title: 'polls while another request with the same key is processed',
    cause: 'driver',
    reason: noBody,
  },
  {
    file: 'submission/refusals.e2e.ts',
    title: 'the fee changed: the new amount is shown',
    cause: 'driver',
    reason: noBody,
  },
]
