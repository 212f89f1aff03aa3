import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { isRecord } from '../../../../form-model/record.ts'
import { isString, nullable, oneKindOf } from '../../../lib/shape.ts'
import type { Guarded } from '../../../lib/shape.ts'
import { openTabChannel } from '../../../lib/tab-channel.ts'
import type { TabChannel } from '../../../lib/tab-channel.ts'
import { isLocalRecord } from '../draft/draft.ts'

const isHandOver = oneKindOf({
  /** It has stopped. `record`: its last one, which this tab may not see in the browser's storage yet. */
  written: { record: nullable(isLocalRecord) },
  /** It cannot stop now. */
  sending: {},
})

export type HandOver = Guarded<typeof isHandOver>

function isOrder(value: unknown): value is SubmittedOrder {
  return isRecord(value) && isString(value.orderId)
}

const isTabMessage = oneKindOf({
  take: { name: isString, request: isString },
  'hand-over': { request: isString, answer: isHandOver },
  /** What became of a submission; `order` is null if nothing was sent. */
  result: { name: isString, order: nullable(isOrder) },
  /** Each owner writes, and tells the result of a submission. */
  'logging-out': { tenantId: isString, userId: isString },
  /** The answer of an owner whose record the browser has not stored. */
  unstored: { record: isLocalRecord },
  'logged-out': { tenantId: isString, userId: isString },
})

export type TabMessage = Guarded<typeof isTabMessage>

/** Without BroadcastChannel, a tab takes an application over without asking its owner to write. */
export type ApplicationTabs = Pick<TabChannel<TabMessage>, 'post' | 'subscribe'>

export const applicationTabs: ApplicationTabs = openTabChannel('portal-applications', isTabMessage)
