import type { ListDraftsParams, ListOrdersParams } from '../../api/generated/api.schemas.ts'

/** What may wait for the user. The API's actions then tell what really does. */
export const waitingParams: ListOrdersParams = { status: ['WAITING_PAYMENT', 'CANCELLED_BY_TENANT'], limit: 20 }

/** What the provider works on. */
export const underWayParams: ListOrdersParams = { scope: 'active', limit: 20 }

export const draftParams: ListDraftsParams = { limit: 50 }
