import type { Definition, DeliveryWay, AboutStep } from './definition.ts'

/**
 * Whether something is sent to the resident, so that an address is needed. A form whose residents may also collect it
 * declares the condition in `delivery`; without a condition, everything that the service sends is sent.
 * @param holds whether the condition with this key is true for the answers
 */
export function isDelivered(
  { needsShipping }: { needsShipping: boolean },
  { delivery }: Pick<Definition, 'delivery'>,
  holds: (key: 'delivery') => boolean,
): boolean {
  return needsShipping && (delivery === undefined || holds('delivery'))
}

/** The texts of the steps for one way of delivery, in their order. */
export function stepsFor(next: readonly AboutStep[], way: DeliveryWay): string[] {
  return next.flatMap((step) => (typeof step === 'string' ? [step] : step.delivery === way ? [step.text] : []))
}
