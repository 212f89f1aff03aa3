import { useSyncExternalStore } from 'react'
import type { Service } from '../../../api/generated/api.schemas.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import type { TenantId } from '../../../paths.ts'
import type { ApplicationStore } from './application-store.ts'
import type { Application } from './application-types.ts'
import type { ApplicationKey } from '../draft/draft.ts'

export type OpenApplication = {
  tenantId: TenantId
  key: ApplicationKey
  service: Service
  form: LoadedForm
  store: ApplicationStore
  /** Deletes the answers, calls `onEmptied`, and begins again with those of the profile, as on the first visit. */
  startOver: (onEmptied: () => void) => Promise<void>
}

/** A part of the application's state; renders again only when that part changes. */
export function useApplicationState<Part>(store: ApplicationStore, part: (state: Application) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => part(store.state()))
}
