import { inLanguage, isJapanese, spokenLanguage } from '../../form-model/language-tag.ts'
import { html } from 'hono/html'
import type { Locale } from '../../src/api/generated/api.schemas.ts'
import { spaced, testCards } from './test-cards.ts'

type Html = ReturnType<typeof html>

const words = {
  title: { ja: 'カードでのお支払い', en: 'Pay by card' },
  provider: { ja: 'サンプル決済', en: 'Sample Payments' },
  warning: {
    ja: 'これは動作確認用の画面です。本物のカード番号を入力しないでください。',
    en: 'This is a test page. Do not enter a real card number.',
  },
  amount: { ja: 'お支払い金額', en: 'Amount' },
  payee: { ja: 'お支払い先', en: 'Payee' },
  item: { ja: '内容', en: 'For' },
  number: { ja: 'カード番号', en: 'Card number' },
  digits: { ja: '番号', en: 'Number' },
  name: { ja: 'カード名義', en: 'Name on card' },
  pay: { ja: '支払う', en: 'Pay' },
  cancel: { ja: 'やめる', en: 'Cancel' },
  testCards: { ja: 'テストカード', en: 'Test cards' },
  result: { ja: '結果', en: 'Result' },
  back: { ja: '元のサイトに戻る', en: 'Back to the site' },
  error: { ja: 'エラー：', en: 'Error: ' },
} as const

export type Payment = {
  session: string
  locale: Locale
  payee: string
  title: string
  total: number
  /** The error of the typed number. */
  error?: 'number' | 'expired'
  typed?: string
}

const errors = {
  number: { ja: 'カード番号を確認してください。', en: 'Check the card number.' },
  expired: {
    ja: 'このカードは有効期限が切れています。別のカード番号を入力してください。',
    en: 'This card has expired. Enter another number.',
  },
} as const

export function paymentPage({ session, locale, payee, title, total, error, typed }: Payment): Html {
  const word = (key: keyof typeof words) => inLanguage(words[key], locale)
  const problem = error === undefined ? '' : inLanguage(errors[error], locale)
  return shell(
    locale,
    `${problem === '' ? '' : word('error')}${word('title')}`,
    html`
      <h1>${word('title')}</h1>
      <p class="notice">${word('warning')}</p>
      <dl>
        <dt>${word('amount')}</dt>
        <dd class="amount">${yen(total, locale)}</dd>
        <dt>${word('payee')}</dt>
        <dd>${payee}</dd>
        <dt>${word('item')}</dt>
        <dd>${title}</dd>
      </dl>
      <form method="post" action="/pay/authorise">
        <input type="hidden" name="session" value="${session}" />
        <label for="number">${word('number')}</label>
        <input
          id="number"
          name="number"
          inputmode="numeric"
          autocomplete="off"
          required
          value="${typed ?? spaced(testCards[0]?.number ?? '')}"
          ${problem === '' ? '' : html`aria-invalid="true" aria-describedby="number-error" autofocus`}
        />
        ${problem === '' ? '' : html`<p class="error" id="number-error" role="alert">${problem}</p>`}
        <label for="name">${word('name')}</label>
        <input id="name" name="name" autocomplete="off" value="HANAKO MINATO" />
        <button type="submit" class="primary">${word('pay')}</button>
      </form>
      <form method="post" action="/pay/cancel">
        <input type="hidden" name="session" value="${session}" />
        <button type="submit">${word('cancel')}</button>
      </form>
      <h2 id="cards">${word('testCards')}</h2>
      <table aria-labelledby="cards">
        <thead>
          <tr>
            <th scope="col">${word('digits')}</th>
            <th scope="col">${word('result')}</th>
          </tr>
        </thead>
        <tbody>
          ${testCards.map(
            ({ number, what }) =>
              html`<tr>
                <td>${spaced(number)}</td>
                <td>${inLanguage(what, locale)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    `,
  )
}

const states = {
  unknown: {
    ja: 'このお支払い画面は使えません。元のサイトからやり直してください。',
    en: 'This payment page cannot be used. Start again from the site.',
  },
  processing: {
    ja: 'お支払いを処理しています。もう一度支払わないでください。',
    en: 'Your payment is being processed. Do not pay again.',
  },
  paid: { ja: 'お支払いは完了しています。', en: 'The payment is complete.' },
  cancelled: {
    ja: 'お支払いを中止しました。料金は請求されていません。',
    en: 'The payment was cancelled. You have not been charged.',
  },
  declined: {
    ja: 'このカードではお支払いできませんでした。料金は請求されていません。別のカードで支払うには、元のサイトからやり直してください。',
    en: 'The card was declined. You have not been charged. To pay with another card, start again from the site.',
  },
  closed: {
    ja: 'このお支払い画面は終了しています。お支払いは元のサイトからやり直してください。',
    en: 'This payment page is closed. Start the payment again from the site.',
  },
  lost: {
    ja: '通信が切れたため、元のサイトに自動で戻れませんでした。結果は元のサイトの履歴で確認してください。',
    en: 'The connection was lost, so you were not sent back. Check the result in the history of the site.',
  },
} as const

/** Shown if a payment cannot be made (any more), with a link back. */
export function statePage(state: keyof typeof states, locale: Locale, back: string): Html {
  return shell(
    locale,
    inLanguage(words.title, locale),
    html`
      <h1>${inLanguage(words.title, locale)}</h1>
      <p role="status">${inLanguage(states[state], locale)}</p>
      <p><a class="button" href="${back}">${inLanguage(words.back, locale)}</a></p>
    `,
  )
}

function shell(locale: Locale, title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="${spokenLanguage(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} | ${inLanguage(words.provider, locale)}</title>
        <link rel="stylesheet" href="/card.css" />
        <link rel="icon" href="data:," />
        <script src="/card.js" defer></script>
      </head>
      <body>
        <header>${inLanguage(words.provider, locale)}</header>
        <main>${content}</main>
      </body>
    </html>`
}

function yen(total: number, locale: Locale): string {
  const digits = total.toLocaleString('ja-JP')
  return isJapanese(locale) ? `${digits}円` : `¥${digits}`
}
