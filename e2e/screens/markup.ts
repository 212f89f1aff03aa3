import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // A browser writes `required=""`, and keeps the spaces of index.html.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    // It also writes styles that a script has set. Others are blocked by the content security policy.
    'no-inline-style': 'off',
    // The ids of React's `useId` begin with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // Checkboxes of one question share a name, as radio buttons do.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit', 'reset'] }],
    // How a phone number is written is the choice of the tenant.
    'tel-non-breaking': 'off',
    // The search for procedures needs no button: it filters while the user types.
    'wcag/h32': 'off',
  },
})

/** Asserts that the document is valid HTML as it is now, not as the server sent it. */
export async function expectValidMarkup(page: Page, where: string): Promise<void> {
  const html = withoutTranslator(await page.content())
  const { results } = await validator.validateString(html)
  const findings = results
    .flatMap(({ messages }) => messages)
    .map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message}: ${html.slice(Math.max(0, offset - 20), offset + 140)}`,
    )
  expect(findings, `${where}: html-validate`).toEqual([])
}

/** Without the elements of a translator (`npm run e2e -- --translated`). */
function withoutTranslator(html: string): string {
  return process.env.JOURNEY_TRANSLATED === '1' ? html.replaceAll(/<\/?font>/g, '') : html
}
