import type { Backend } from '../rules/backend.ts'
import { tenantRecord } from '../seed/tenants.ts'
import type { Input } from '../core/panel-input.ts'
import { PanelError, neededText, objectOf } from '../core/panel-input.ts'
import { chargeStates } from './charge-states.ts'
import { draftAndFileStates } from './file-states.ts'
import { orderStates } from './order-states.ts'
import type { Setter } from './state-setup.ts'
import { tenantStates } from './tenant-states.ts'

/** Every provider state of the pact by its name. */
export const states: ReadonlyMap<string, Setter> = new Map(
  Object.entries({ ...tenantStates, ...chargeStates, ...orderStates, ...draftAndFileStates }),
)

/**
 * Sets up a provider state of the pact: `{state, params, action: 'setup' | 'teardown'}`. Resets the tenants to the
 * samples and removes all faults before each one.
 */
export async function setState(backend: Backend, input: Input): Promise<object> {
  backend.faults.clear()
  for (const tenant of backend.forms.tenants()) backend.tenants.save(tenantRecord(tenant, backend.clock.now()))
  if (input.action === 'teardown') return {}
  const name = neededText(input, 'state')
  const set = states.get(name)
  if (set === undefined) throw new PanelError(`The sandbox does not implement the state "${name}"`)
  return set(backend, objectOf(input, 'params') ?? {})
}
