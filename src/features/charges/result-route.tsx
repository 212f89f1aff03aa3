import type { PaymentReturn } from '../../payment/payment-result.ts'
import { ResultPage } from './ResultPage.tsx'
import { resultLoader } from './result-target.ts'

export function resultPage(returnedFrom: PaymentReturn, subject: 'order' | 'charge') {
  return { loader: resultLoader, Component: () => <ResultPage returnedFrom={returnedFrom} subject={subject} /> }
}
