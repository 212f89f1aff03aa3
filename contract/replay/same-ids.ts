/** Whether an id names the same thing in every answer of a session. */
import { isRecord } from '../../form-model/record.ts'
import type { Recorded } from './recording.ts'

/** An id, a member of what it names, and the value of this member. */
type Fact = { id: string; member: string; value: string }

/** Free content, in which an author may use any name. */
const contents: ReadonlySet<string> = new Set(['answers', 'shippingAddress'])
/** What never changes of an application. */
const ofOrder = ['receiptNumber', 'serviceId', 'type'] as const

/** The answers that say something else about an id than an earlier one. */
export function otherIds(session: readonly Recorded[]): { at: Recorded; reason: string }[] {
  const known = new Map<string, string>()
  return session.flatMap((at) => {
    const { answer } = at
    if (answer === null || at.status >= 300) return []
    const others = factsIn(answer.body, null).filter(({ id, member, value }) => {
      const before = known.get(`${id} ${member}`)
      known.set(`${id} ${member}`, before ?? value)
      return before !== undefined && before !== value
    })
    return [...new Set(others.map(({ member }) => member))].map((member) => ({
      at,
      reason: `${member} of the same id is another one than before`,
    }))
  })
}

/** @param order the application that the value is a part of */
function factsIn(value: unknown, order: string | null): Fact[] {
  if (Array.isArray(value)) return value.flatMap((item) => factsIn(item, order))
  // A problem has an `orderId` beside a `type` of its own.
  if (!isRecord(value) || 'code' in value) return []
  const { orderId, chargeId } = value
  const named = typeof orderId === 'string' ? orderId : null
  const facts: Fact[] = []
  if (named !== null)
    for (const member of ofOrder) {
      const text = value[member]
      if (typeof text === 'string') facts.push({ id: `order ${named}`, member, value: text })
    }
  if (typeof chargeId === 'string')
    for (const owner of [named, order])
      if (owner !== null) facts.push({ id: `charge ${chargeId}`, member: 'orderId', value: owner })
  const inner = Object.entries(value).flatMap(([name, member]) =>
    contents.has(name) ? [] : factsIn(member, name === 'charge' || name === 'charges' ? named : null),
  )
  return [...facts, ...inner]
}
