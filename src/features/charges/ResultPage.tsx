import { useLoaderData } from 'react-router-dom'
import type { PaymentReturn } from '../../payment/payment-result.ts'
import { ChargeResult } from './ChargeResult.tsx'
import { OrderComplete } from './OrderComplete.tsx'
import type { ResultSubject } from './result-loader.ts'
import { Unconfirmed } from './Unconfirmed.tsx'

type Props = {
  back: PaymentReturn
  /** Whether the page speaks of the application (a first payment, or no fee) or of a charge paid later. */
  of: 'order' | 'charge'
}

/** The four result pages: the same truth from the API, with the words of the page. */
export function ResultPage({ back, of }: Props) {
  const subject = useLoaderData<ResultSubject>()
  switch (subject.kind) {
    case 'charge':
      return <ChargeResult key={subject.chargeId} chargeId={subject.chargeId} back={back} of={of} />
    case 'order':
      return of === 'order' ? <OrderComplete orderId={subject.orderId} /> : <Unconfirmed />
    case 'nothing':
      return <Unconfirmed />
  }
}
