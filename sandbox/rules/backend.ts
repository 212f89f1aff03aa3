import type { Clock } from '../core/clock.ts'
import type { Database } from '../core/database.ts'
import type { Faults } from '../core/faults.ts'
import type { FormLibrary } from './form-library.ts'
import type { Identity } from '../identity/identity.ts'
import { createAcceptedRequests, createEffects } from '../store/accepted-requests.ts'
import { createAttachments } from '../store/attachments.ts'
import { createAttempts, createCharges } from '../store/charges.ts'
import { createConfirmations } from '../store/confirmations.ts'
import { createDrafts } from '../store/drafts.ts'
import { createFiles, createLinks } from '../store/files.ts'
import { createOrders } from '../store/orders.ts'
import type { createOutbox } from '../store/outbox.ts'
import { createResidents } from '../store/residents.ts'
import { createTenants } from '../store/tenants.ts'

/** State that is not stored in the database. */
export type Services = {
  db: Database
  clock: Clock
  /** The portal's origin, which is also the API's. */
  origin: string
  cardOrigin: string
  forms: FormLibrary
  identity: Identity
  faults: Faults
}

/** The whole backend. A rule names the parts it needs as `Pick<Backend, …>`. */
export type Backend = ReturnType<typeof createBackend>

export function createBackend(services: Services, outbox: ReturnType<typeof createOutbox>) {
  const { db } = services
  return {
    ...services,
    outbox,
    tenants: createTenants(db),
    residents: createResidents(db),
    orders: createOrders(db),
    charges: createCharges(db),
    attempts: createAttempts(db),
    drafts: createDrafts(db),
    attachments: createAttachments(db),
    files: createFiles(db),
    links: createLinks(db),
    confirmations: createConfirmations(db),
    accepted: createAcceptedRequests(db),
    effects: createEffects(db),
  }
}
