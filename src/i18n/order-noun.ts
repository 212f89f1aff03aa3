import { createContext } from 'react'

/** What the tenant calls what people send in: 申請 or お申し込み. */
export type OrderNoun = 'application' | 'subscription'

export const OrderNounContext = createContext<OrderNoun>('application')
