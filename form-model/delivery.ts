import type { Definition } from './definition.ts'

/**
 * Whether something is sent to the resident, so that an address is needed. A form whose residents may also choose to
 * fetch it declares the condition in `delivery`; without it, everything the service sends is sent.
 * @param holds whether the compiled condition with this key holds for the answers
 */
export function isDelivered(
  { needsShipping }: { needsShipping: boolean },
  { delivery }: Pick<Definition, 'delivery'>,
  holds: (key: 'delivery') => boolean,
): boolean {
  return needsShipping && (delivery === undefined || holds('delivery'))
}
