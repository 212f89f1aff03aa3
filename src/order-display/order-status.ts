import type { OrderStatus } from '../api/generated/api.schemas.ts'
import type { Tone } from '../ui/tone.ts'

/** One row per status of the contract; the texts stand under the same names in `records.order`. */
const orderTones = {
  WAITING_PAYMENT: 'warning',
  NOT_STARTED: 'info',
  IN_PROCESS: 'info',
  FINISHED: 'success',
  CANCELLED_BY_USER: 'neutral',
  CANCELLED_BY_TENANT: 'danger',
} as const satisfies Record<OrderStatus, Tone>

/** `unknown` for a status newer than this portal; it is shown as `-`. */
export type ShownOrderStatus = OrderStatus | 'unknown'

export function shownOrderStatus(status: string): ShownOrderStatus {
  return isOrderStatus(status) ? status : 'unknown'
}

export function orderTone(status: string): Tone {
  return isOrderStatus(status) ? orderTones[status] : 'neutral'
}

function isOrderStatus(status: string): status is OrderStatus {
  return Object.hasOwn(orderTones, status)
}
