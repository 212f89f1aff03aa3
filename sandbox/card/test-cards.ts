import type { Text } from '../core/records.ts'

/** The behaviour of a test card. `returns` = where the browser is sent; null = it is not sent anywhere. */
export type CardBehaviour =
  | { kind: 'pays'; returns: 'success' | null }
  | { kind: 'declined' }
  | { kind: 'refused-here' }
  /** Accepted for processing; decided `seconds` later. */
  | { kind: 'slow'; seconds: number; settlesTo: 'SUCCEEDED' | 'FAILED' }

export type TestCard = { number: string; behaviour: CardBehaviour; what: Text }

export const testCards: readonly TestCard[] = [
  {
    number: '4242424242424242',
    behaviour: { kind: 'pays', returns: 'success' },
    what: { ja: '支払いが完了します', en: 'The payment succeeds' },
  },
  {
    number: '4000000000000002',
    behaviour: { kind: 'declined' },
    what: { ja: 'カード会社に断られます', en: 'The card is declined' },
  },
  {
    number: '4000000000000069',
    behaviour: { kind: 'refused-here' },
    what: { ja: '有効期限切れのため、この画面で入力し直します', en: 'Expired card; corrected on this page' },
  },
  {
    number: '4000000000009995',
    behaviour: { kind: 'slow', seconds: 10, settlesTo: 'SUCCEEDED' },
    what: { ja: '戻ってから10秒後に支払いが完了します', en: 'Succeeds 10 seconds after the return' },
  },
  {
    number: '4000000000009987',
    behaviour: { kind: 'slow', seconds: 10, settlesTo: 'FAILED' },
    what: { ja: '戻ってから10秒後に失敗します', en: 'Fails 10 seconds after the return' },
  },
  {
    number: '4000000000003220',
    behaviour: { kind: 'slow', seconds: 3600, settlesTo: 'FAILED' },
    what: { ja: '1時間、結果が決まりません', en: 'Undecided for an hour' },
  },
  {
    number: '4000000000000119',
    behaviour: { kind: 'pays', returns: null },
    what: { ja: '支払いは完了しますが、元のサイトに戻りません', en: 'Succeeds, but never returns' },
  },
]

/** The test card of a typed number; unknown but well-formed numbers pay; null for a text that is not a card number. */
export function behaviourOf(typed: string): CardBehaviour | null {
  const number = typed.normalize('NFKC').replaceAll(/[\s-]/g, '')
  if (!/^\d{14,19}$/.test(number) || !passesLuhn(number)) return null
  return testCards.find((card) => card.number === number)?.behaviour ?? { kind: 'pays', returns: 'success' }
}

export function spaced(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

function passesLuhn(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
