import { describe, expect, it } from 'vitest'
import ja from '../../../locales/ja/charges.json' with { type: 'json' }
import critical from '../../../locales/ja/critical.json' with { type: 'json' }
import type { PaymentResult } from '../../payment/payment-result.ts'
import { resultTexts } from './result-texts.ts'

function say(result: PaymentResult, of: 'order' | 'charge', canPay: boolean) {
  const { title, body } = resultTexts(result, of, canPay)
  const texts: Record<string, string> = ja.result
  const noun: Record<string, string> = critical.nouns.application
  const text = `${texts[title.slice(7)]} ${texts[body.slice(7)]}`
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => noun[name] ?? placeholder)
}
const success = /完了しました|完了です/
const others: PaymentResult[] = ['withdrawn', 'confirming', 'unknown', 'cancelled', 'failed', 'unpaid']

describe('resultTexts', () => {
  it.each<[PaymentResult, 'order' | 'charge', string, string, withPayment: string, without: string]>([
    ['paid', 'order', 'success', 'orderTitle', 'orderBody', 'orderBody'],
    ['paid', 'charge', 'success', 'paidTitle', 'paidBody', 'paidBody'],
    ['withdrawn', 'charge', 'neutral', 'withdrawnTitle', 'withdrawnBody', 'withdrawnBody'],
    ['confirming', 'order', 'waiting', 'confirmingTitle', 'confirmingBody', 'confirmingBody'],
    ['unknown', 'order', 'attention', 'unknownTitle', 'unknownBody', 'unknownBody'],
    ['cancelled', 'order', 'attention', 'cancelledTitle', 'cancelledBody', 'unpaidNoActionBody'],
    ['failed', 'charge', 'failure', 'failedTitle', 'failedKeptBody', 'failedBody'],
    ['unpaid', 'order', 'attention', 'unpaidTitle', 'unpaidBody', 'unpaidNoActionBody'],
  ])('shows %s of an %s in the tone %s', (result, of, tone, title, withPayment, without) => {
    expect(resultTexts(result, of, true)).toEqual({ tone, title: `result.${title}`, body: `result.${withPayment}` })
    expect(resultTexts(result, of, false)).toEqual({ tone, title: `result.${title}`, body: `result.${without}` })
  })

  it('calls an application complete with its receipt number, and a charge paid', () => {
    expect(say('paid', 'order', false)).toContain('申請が完了しました。受付番号は{{receiptNumber}}です。')
    expect(say('paid', 'charge', false)).toContain('お支払いの手続きが完了しました。')
  })

  it.each(others)('does not mention success for %s (P-04)', (result) => {
    for (const of of ['order', 'charge'] as const) {
      for (const canPay of [true, false]) expect(say(result, of, canPay)).not.toMatch(success)
    }
  })

  it('resultTexts asks for another payment only if another payment is possible', () => {
    expect(say('cancelled', 'order', true)).toContain('もう一度お支払いの手続きをしてください')
    expect(say('failed', 'order', true)).toContain('申請は受け付けています')
    for (const result of ['cancelled', 'unpaid'] as const) {
      expect(say(result, 'order', false)).not.toContain('お支払いの手続きをしてください')
    }
  })

  it('warns against a second payment while the result is unknown', () => {
    expect(say('confirming', 'order', false)).toContain('もう一度支払ったりしないでください')
    expect(say('unknown', 'order', false)).toContain('二重のお支払いを防ぐため')
  })
})
