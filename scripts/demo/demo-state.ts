import type {
  Attachment,
  Charge,
  Draft,
  OrderDetails,
  Profile,
  SubmittedOrder,
} from '../../src/api/generated/api.schemas.ts'

/** What a visitor of the demo has made, in this tab only. */
export type DemoState = {
  drafts: Record<string, Draft>
  attachments: Record<string, Attachment>
  orders: OrderDetails[]
  /** By Idempotency-Key. */
  submitted: Record<string, SubmittedOrder>
  /** Null for that of the examples. */
  profile: Profile | null
}

/** The number of the first application. */
export const firstOrder = 1001

export function orderIdOf(number: number): string {
  return `OR-${number}`
}

export function chargeIdOf(number: number): string {
  return `CH-${number}`
}

const storageKey = 'demo-state'
export const noState: DemoState = { drafts: {}, attachments: {}, orders: [], submitted: {}, profile: null }

export function demoState(): DemoState {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? noState : (JSON.parse(text) as DemoState)
}

export function changeState(change: (state: DemoState) => void): void {
  const state = structuredClone(demoState())
  change(state)
  sessionStorage.setItem(storageKey, JSON.stringify(state))
}

export function orderWith({ orders }: DemoState, chargeId: string): OrderDetails | undefined {
  return orders.find(({ charges }) => charges.some((charge) => charge.chargeId === chargeId))
}

export function chargeIn(state: DemoState, chargeId: string): Charge | undefined {
  return orderWith(state, chargeId)?.charges.find((charge) => charge.chargeId === chargeId)
}
