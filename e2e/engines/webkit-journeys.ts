import { onlyInChromiumPlaces } from './journeys.ts'
import type { NotRun, Places } from './journeys.ts'

/** Journeys of other engines that WebKit does not run. */
export const filesNotInWebKit: Places = {
  ...onlyInChromiumPlaces,
  'build/policy.e2e.ts': 'WebDriver cannot respond in place of the server.',
  'drafts/devices.e2e.ts': 'WebKitWebDriver has one session at a time, so a second device cannot be simulated.',
  'drafts/start-over.e2e.ts': 'The driver cannot hold a key.',
  'screens/screens.e2e.ts': 'WebDriver does not report requests.',
  'shell/line.e2e.ts': 'WebDriver runs no script before those of a page.',
}

/** What WebDriver lacks, and the journeys that need it, by file and a part of their title. */
const limits: { reason: string; journeys: { [file: string]: string[] } }[] = [
  {
    reason: 'WebDriver does not report requests.',
    journeys: {
      'application/lookups.e2e.ts': [
        'ignores the late response to the first value after a change',
        'fills in name and address if its check digit is right; both can be edi',
      ],
      'application/typing.e2e.ts': ['keep focus and caret in 「'],
      'files/download.e2e.ts': ['serves a file once by its link, never as a page of the portal'],
      'identity/log-out.e2e.ts': ['log-out ends within its limit when the identity provider hangs'],
      'files/upload.e2e.ts': [
        'stores a photo without its location, scaled to the limit of the form (F-11)',
        'shows the same readable name after a reload',
      ],
      'identity/session-tabs.e2e.ts': [
        'a session of one tenant is not valid for another: no request, no conte',
        'a log-out ends the other tabs of the same resident; no saved answer is',
      ],
      'payment/callbacks.e2e.ts': ['asks to sign in at the other tenant and shows nothing of this tenant'],
      'payment/pay-page.e2e.ts': [
        'offers no action for a charge that is paid, cancelled, past due, of an',
        'explains that nothing was charged when the card provider is down (',
      ],
      'submission/after-success.e2e.ts': ['Back, reload and reopening the form send nothing and show an empty for'],
      'submission/outcomes.e2e.ts': [
        'locks the form, polls and shows the receipt after a 202',
        'finds the order by its key and sends no second submission (P-02)',
        'offers to send again only after the API reported that nothing arrived:',
        'finds the order after a reload while the response is lost: one order w',
        'and resends nothing automatically (P-12)',
        'polls after a timeout and sends nothing twice',
      ],
    },
  },
  {
    reason: 'Composition is simulated over CDP.',
    journeys: {
      'application/typing.e2e.ts': ['Enter during composition neither sends the form nor breaks the composi'],
    },
  },
  {
    reason: 'WebDriver cannot respond in place of the server.',
    journeys: {
      'drafts/sudden-leave.e2e.ts': ['the last keystroke before a reload is kept even if neither the API nor'],
      'drafts/tabs.e2e.ts': ['does not prevent a second save of a draft'],
      'identity/log-out.e2e.ts': ['log-out saves, revokes the tokens before it deletes them'],
      'files/upload.e2e.ts': [
        'shows its progress and can be cancelled alone (F-12)',
        'continues its upload during a language switch and a change of step',
        'leaves a line at its field if a reload interrupts it, also at an optio',
      ],
      'identity/session-tabs.e2e.ts': [
        'times, never use a token twice and stay signed in',
        'a duplicated tab and its original that renew at the same time,',
      ],
      'identity/sign-in-steps.e2e.ts': [
        'explains an unconfirmed account, a locked account and an unsupported s',
        'lets the resident wait or start again if the identity provider is slow',
        'says after ten seconds that the check of a code takes long, and does n',
      ],
      'orders/details.e2e.ts': ['show - for the status and otherwise work (S-08)'],
      'payment/pay-page.e2e.ts': ['shows - for the status and offers no action, not even an unknown one ('],
      'submission/outcomes.e2e.ts': [
        'polls while another request with the same key is processed (409 SE_CO_',
        'leads to the result after a reload between the response and the result',
      ],
      'submission/refusals.e2e.ts': [
        'invalid answers: shows the reasons at their fields (422 by pointer)',
        'the form does not exist any more: shows the link back (SE_AP_0002)',
        'the fee changed: shows the new amount before anything is due (SE_AP_00',
      ],
    },
  },
  {
    reason: 'WebDriver runs no script before those of a page.',
    journeys: {
      'drafts/tabs.e2e.ts': [
        'keep what the second has saved if the browser stores nothing, after it was closed',
        'continue in the newest with everything that was typed if the browser stores nothing and',
      ],
    },
  },
  {
    reason: 'WebDriver does not report downloads.',
    journeys: { 'files/download.e2e.ts': ['saves a file under its own name or a safe version of it'] },
  },
  {
    reason: 'WebDriver cannot disconnect the network.',
    journeys: {
      'drafts/tabs.e2e.ts': [
        'keep a text without a network, which the next tab continues',
        'stays deleted if it was deleted by starting over without a network',
      ],
      'identity/sign-in.e2e.ts': ['shows which of the four failures occurred, and keeps the address (S-17'],
      'payment/pay-page.e2e.ts': ['sends nothing without a network, and nothing when it is back (P-12)'],
      'submission/refusals.e2e.ts': ['no network: fails at once, and sends nothing when the network is back'],
    },
  },
  {
    reason: 'WebKitWebDriver has one session at a time, so a second device cannot be simulated.',
    journeys: {
      'drafts/tabs.e2e.ts': [
        'leave no data in the browser when one of them logs out',
        'can be postponed by Escape, stays visible, and explains why nothing is',
        'does not delete what another device has saved since, and shows it first',
      ],
      'identity/mailed-links.e2e.ts': [
        'changes the e-mail address only after a click; in a browser without a',
        'leads on to the form that was chosen in another browser',
      ],
    },
  },
  {
    reason:
      'After Back to a page with Cross-Origin-Opener-Policy: same-origin from another site, WebKitWebDriver responds to no command any more, on plain pages too.',
    journeys: {
      'payment/back.e2e.ts': [
        'reads the charge again, enables the button',
        'shows the page as it was left, with enabled buttons',
        'loads the page again if it comes from the back/forward cache and React',
        'does not allow a second payment of a charge that was paid meanwhile',
      ],
    },
  },
  {
    reason: 'The journey counts printed sheets by a PDF of Chromium.',
    journeys: {
      'orders/details.e2e.ts': [
        'prints the details in every status on one sheet',
        'print no heading at the end of a sheet',
      ],
    },
  },
  {
    reason: 'WebDriver cannot replace the clock of a page.',
    journeys: {
      'identity/sign-in.e2e.ts': ["names the device's clock if it is wrong, and succeeds once it is right"],
      'orders/scroll-position.e2e.ts': ['restores the position of a page that was left by the navigation'],
      'payment/callbacks.e2e.ts': ['asks not to pay again and offers another check if the payment is still'],
    },
  },
  {
    reason: 'WebDriver runs no script before those of a page.',
    journeys: { 'drafts/tabs.e2e.ts': ['plain http on a local network: everything works, and the form says onc'] },
  },
  {
    reason: 'WebDriver cannot set media features.',
    journeys: {
      'submission/after-success.e2e.ts': ['the receipt can be printed: number and next steps, no navigation, no b'],
    },
  },
]

export const notInWebKit: NotRun[] = limits.flatMap(({ reason, journeys }) =>
  Object.entries(journeys).flatMap(([file, titles]) =>
    titles.map((title) => ({ file, title, cause: 'driver' as const, reason })),
  ),
)
