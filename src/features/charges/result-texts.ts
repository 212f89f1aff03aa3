import type { PaymentResult } from '../../payment/payment-result.ts'
import type { ResultTone } from './ResultFrame.tsx'

type Texts = {
  tone: ResultTone
  title: `result.${
    | 'orderTitle'
    | 'paidTitle'
    | 'withdrawnTitle'
    | 'confirmingTitle'
    | 'unknownTitle'
    | 'cancelledTitle'
    | 'failedTitle'
    | 'unpaidTitle'}`
  body: `result.${
    | 'orderBody'
    | 'paidBody'
    | 'withdrawnBody'
    | 'confirmingBody'
    | 'unknownBody'
    | 'cancelledBody'
    | 'failedBody'
    | 'failedKeptBody'
    | 'unpaidBody'
    | 'unpaidNoActionBody'}`
}

/**
 * The texts of a result page, one row per result. The state of the charge selects them; the page only adds its subject.
 */
export function resultTexts(result: PaymentResult, of: 'order' | 'charge', canPay: boolean): Texts {
  switch (result) {
    case 'paid':
      return of === 'order'
        ? { tone: 'success', title: 'result.orderTitle', body: 'result.orderBody' }
        : { tone: 'success', title: 'result.paidTitle', body: 'result.paidBody' }
    case 'withdrawn':
      return { tone: 'neutral', title: 'result.withdrawnTitle', body: 'result.withdrawnBody' }
    case 'confirming':
      return { tone: 'waiting', title: 'result.confirmingTitle', body: 'result.confirmingBody' }
    case 'unknown':
      return { tone: 'attention', title: 'result.unknownTitle', body: 'result.unknownBody' }
    case 'cancelled':
      return {
        tone: 'attention',
        title: 'result.cancelledTitle',
        body: canPay ? 'result.cancelledBody' : 'result.unpaidNoActionBody',
      }
    case 'failed':
      return {
        tone: 'failure',
        title: 'result.failedTitle',
        body: canPay ? 'result.failedKeptBody' : 'result.failedBody',
      }
    case 'unpaid':
      return {
        tone: 'attention',
        title: 'result.unpaidTitle',
        body: canPay ? 'result.unpaidBody' : 'result.unpaidNoActionBody',
      }
  }
}
