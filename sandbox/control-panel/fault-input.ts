import type { Fault } from '../core/faults.ts'
import { faultKinds, isFaultKind } from '../core/faults.ts'
import { contract } from '../contract/contract.ts'
import type { Input } from '../core/panel-input.ts'
import { PanelError, neededText, numberOf, textOf } from '../core/panel-input.ts'

/** `{kind, operation?, userId?, times?, delayMs?, retryAfter?, maxBytes?}` */
export function faultOf(input: Input): Fault {
  const kind = neededText(input, 'kind')
  if (!isFaultKind(kind)) throw new PanelError(`kind is one of ${faultKinds.join(', ')}`)
  const operation = textOf(input, 'operation')
  if (operation !== undefined && !contract().operations.some(({ id }) => id === operation))
    throw new PanelError(`The contract has no operation ${operation}`)
  const userId = textOf(input, 'userId')
  const fault: Fault = {
    kind,
    ...(operation === undefined ? {} : { operation }),
    ...(userId === undefined ? {} : { userId }),
  }
  for (const name of ['times', 'delayMs', 'retryAfter', 'maxBytes'] as const) {
    const number = numberOf(input, name)
    if (number !== undefined) fault[name] = number
  }
  return fault
}
