import type { TextKey } from '../../i18n/catalogue.ts'
import type { PaymentResult } from '../../payment/payment-result.ts'
import type { ResultTone } from './ResultFrame.tsx'

type Texts = { tone: ResultTone; title: TextKey<'charges'>; body: TextKey<'charges'> }

/** One row per result. `payable` is the body while another payment is possible. */
const rows: Record<PaymentResult, Texts & { payable?: TextKey<'charges'> }> = {
  paid: { tone: 'success', title: 'result.paidTitle', body: 'result.paidBody' },
  withdrawn: { tone: 'neutral', title: 'result.withdrawnTitle', body: 'result.withdrawnBody' },
  confirming: { tone: 'waiting', title: 'result.confirmingTitle', body: 'result.confirmingBody' },
  unknown: { tone: 'attention', title: 'result.unknownTitle', body: 'result.unknownBody' },
  cancelled: {
    tone: 'attention',
    title: 'result.cancelledTitle',
    body: 'result.unpaidNoActionBody',
    payable: 'result.cancelledBody',
  },
  failed: {
    tone: 'failure',
    title: 'result.failedTitle',
    body: 'result.failedBody',
    payable: 'result.failedKeptBody',
  },
  unpaid: {
    tone: 'attention',
    title: 'result.unpaidTitle',
    body: 'result.unpaidNoActionBody',
    payable: 'result.unpaidBody',
  },
}

/** The texts of a result page. The state of the charge selects them; the page only adds its subject. */
export function resultTexts(result: PaymentResult, of: 'order' | 'charge', canPay: boolean): Texts {
  if (result === 'paid' && of === 'order')
    return { tone: 'success', title: 'result.orderTitle', body: 'result.orderBody' }
  const { payable, ...texts } = rows[result]
  return canPay && payable !== undefined ? { ...texts, body: payable } : texts
}
