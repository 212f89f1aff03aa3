import { cpSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultKinds } from '../../../sandbox/core/faults.ts'
import type { FaultKind } from '../../../sandbox/core/faults.ts'
import type { Step } from '../step.ts'
import type { Model } from '../model.ts'
import type { World } from '../world.ts'
import { recover } from '../world.ts'
import type { Definition } from '../../../form-model/definition.ts'
import { renamed, services } from '../services.ts'

export const goOffline: Step = {
  name: 'lose the network',
  isPossible: (model) => !model.offline && model.screen.place === 'portal',
  async run({ device }, model) {
    await device.context.setOffline(true)
    device.offline = true
    model.offline = true
    model.savesMayFail = true
  },
}

export const goOnline: Step = {
  name: 'regain the network',
  isPossible: (model) => model.offline,
  async run({ device }, model) {
    await device.context.setOffline(false)
    device.offline = false
    model.offline = false
  },
}

/** `card-503` looks the same as `card-502` to the portal, and `body-limit` needs a size. */
const unusedFaults: readonly FaultKind[] = ['card-503', 'body-limit']

export const apiFaults = faultKinds.filter((kind) => !unusedFaults.includes(kind))

/** Operations that the steps cause; `undefined` is every operation. */
export const operations = [
  undefined,
  'saveDraft',
  'saveDraft',
  'saveDraft',
  'getDraft',
  'deleteDraft',
  'listDrafts',
  'listOrders',
  'listServices',
  'getTenantInfo',
  'submitOrder',
  'submitOrder',
  'quoteOrder',
  'getSubmission',
  'getOrder',
  'withdrawOrder',
  'reapplyOrder',
  'getCharge',
  'proceedCharge',
  'declineCharge',
  'uploadAttachment',
  'getAttachment',
  'deleteAttachment',
  'createAttachmentLink',
  'lookUpAddress',
  'listFiles',
  'getProfile',
  'login',
] as const

type ApiFault = { kind: FaultKind; operation: (typeof operations)[number]; times: number }

/** `times` above 3: until everything works again. */
export function failApi({ kind, operation, times }: ApiFault): Step {
  const often = times > 3 ? 'until it works again' : `${times} times`
  return {
    name: `the API answers ${operation ?? 'every operation'} with ${kind} ${often}`,
    isPossible: (model) => model.apiFault === null,
    async run(world, model) {
      const { sandbox } = world
      const { userId } = world.resident
      await sandbox.post('faults', {
        kind,
        delayMs: 400,
        retryAfter: 1,
        ...(operation === undefined ? {} : { operation }),
        ...(operation === 'login' || operation === undefined ? {} : { userId }),
        ...(times > 3 ? {} : { times }),
      })
      model.apiFault = kind
      if (kind === 'wrong-shape') world.hasWrongShape = true
      model.savesMayFail = true
    },
  }
}

export const identityFaults = ['hang', 'failing', 'rateLimited'] as const

/** Actions of the identity provider that the steps cause; `undefined` is every action. */
export const identityActions = [
  undefined,
  'InitiateAuth',
  'RespondToAuthChallenge',
  'GetTokensFromRefreshToken',
  'RevokeToken',
] as const

type IdentityFault = { kind: (typeof identityFaults)[number]; action: (typeof identityActions)[number] }

export function failIdentity({ kind, action }: IdentityFault): Step {
  return {
    name: `the identity provider responds to ${action ?? 'every action'} with ${kind}`,
    isPossible: (model) => model.identityFault === null,
    async run({ sandbox }, model) {
      await sandbox.post('identity-faults', {
        ...(kind === 'hang' ? { delayMs: 60_000 } : { [kind]: true }),
        ...(action === undefined ? {} : { actions: [action] }),
      })
      model.identityFault = kind
      model.savesMayFail = true
    },
  }
}

export const everythingWorks: Step = {
  name: 'every service works again',
  isPossible: (model) => model.apiFault !== null || model.identityFault !== null || model.tenantClosed,
  async run({ sandbox }, model) {
    await recover(sandbox, { keepClock: true })
    model.apiFault = null
    model.identityFault = null
    model.tenantClosed = false
  },
}

const hourMs = 61 * 60_000

/** Tokens expire and have to be renewed. */
export const sleepForAnHour: Step = {
  name: 'the device sleeps for an hour',
  isPossible: (model) => model.sleptMs < 3 * hourMs,
  async run({ clock }, model) {
    await clock.sleep(hourMs)
    model.sleptMs += hourMs
    model.savesMayFail = true
  },
}

/** The API refuses tokens that are valid by the clock of the device. */
export const deviceClockIsSlow: Step = {
  name: 'the clock of the device falls an hour behind',
  isPossible: (model) => model.sleptMs < 3 * hourMs,
  async run({ sandbox }, model) {
    await sandbox.post('clock', { shiftMs: hourMs })
    model.sleptMs += hourMs
    model.savesMayFail = true
  },
}

/** The session ends by its limits, which is not a log-out: nothing typed is lost. */
export const sleepForANight: Step = {
  name: 'the device sleeps for a night',
  isPossible: (model) => model.sleptMs < 3 * hourMs,
  async run({ clock }, model) {
    await clock.sleep(12 * hourMs)
    model.sleptMs += 12 * hourMs
    model.savesMayFail = true
  },
}

export const paymentIsDecided: Step = {
  name: 'eleven seconds pass',
  isPossible: () => true,
  run: ({ clock }) => clock.advance(11_000),
}

export const sessionsEnd: Step = {
  name: 'the identity provider ends every session',
  isPossible: (model) => model.signedIn && model.identityFault === null,
  async run(world, model) {
    await world.endSessions()
    await sleepForAnHour.run(world, model)
  },
}

export const tenantCloses: Step = {
  name: 'the tenant closes',
  isPossible: (model) => !model.tenantClosed,
  async run({ sandbox, resident }, model) {
    await sandbox.post(`tenants/${resident.tenantId}`, { state: 'SUSPENDED' })
    model.tenantClosed = true
    model.savesMayFail = true
  },
}

/** What a version does with the field that the resident types in. */
export const versionKinds = ['the same fields', 'a renamed field', 'a removed field'] as const
type VersionKind = (typeof versionKinds)[number]

export function newFormVersion(kind: VersionKind): Step {
  return {
    name: `the tenant publishes a version of every form with ${kind}`,
    isPossible: (model) => model.publishedVersions < 3,
    async run(world, model) {
      model.publishedVersions += 1
      await publishAs(world, world.resident.tenantId, kind)
      // A later version may have the field again, but an order of this one need not contain what was typed.
      const changed = services.filter(({ isTextOptional }) => isTextOptional === true && kind !== 'the same fields')
      for (const typed of model.texts)
        if (changed.some(({ serviceId }) => serviceId === typed.service)) typed.mayBeLeftOut = true
    },
  }
}

const built = join(import.meta.dirname, '../../../.local/forms')
let publications = 0

/** The built definitions under another version, in a folder that the sandbox reads until the run ends. */
async function publishAs({ sandbox, folders }: World, tenantId: string, kind: VersionKind): Promise<void> {
  // The sandbox remembers each version that it has loaded, also in the next run.
  publications += 1
  const version = `f${String(publications).padStart(11, '0')}`
  const folder = mkdtempSync(join(tmpdir(), 'explorer-forms-'))
  folders.push(folder)
  cpSync(join(built, tenantId), join(folder, tenantId), { recursive: true })
  const manifestFile = join(folder, tenantId, 'manifest.json')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  for (const [serviceId, types] of Object.entries(manifest.forms))
    for (const [type, form] of Object.entries(types)) {
      const place = join(folder, tenantId, serviceId, type)
      renameSync(join(place, form.current), join(place, version))
      const file = join(place, version, 'definition.json')
      const definition = JSON.parse(readFileSync(file, 'utf8')) as Definition
      writeFileSync(file, JSON.stringify(withText({ ...definition, formVersion: version }, serviceId, kind)))
      form.versions = [{ formVersion: version, publishedAt: '2026-11-22T00:00:00.000Z' }]
      form.current = version
    }
  writeFileSync(manifestFile, JSON.stringify(manifest))
  await sandbox.post('forms', { folder })
}

/** The definition with the optional text of that service renamed or removed. Its validator ignores unknown fields. */
function withText(definition: Definition, serviceId: string, kind: VersionKind): Definition {
  const service = services.find((one) => one.serviceId === serviceId && one.isTextOptional === true)
  if (service === undefined || kind === 'the same fields') return definition
  const [, name = ''] = service.textField.split('.')
  const steps = definition.steps.map((step) => {
    const { schema, ui = {} } = step
    const { [name]: text, ...properties } = schema.properties as { [field: string]: unknown }
    if (step.id !== service.textStep || text === undefined) return step
    const order = (ui['ui:order'] as string[]).filter((field) => field !== name)
    if (kind === 'a removed field')
      return { ...step, schema: { ...schema, properties }, ui: { ...ui, 'ui:order': order } }
    const now = renamed(name)
    return {
      ...step,
      schema: { ...schema, properties: { ...properties, [now]: text } },
      ui: { ...ui, 'ui:order': [...order, now], [now]: ui[name] },
    }
  })
  return { ...definition, steps }
}

type Manifest = {
  forms: {
    [service: string]: { [type: string]: { current: string; versions: { formVersion: string; publishedAt: string }[] } }
  }
}

/** Staff changes the status of the newest order. */
export function staffMovesOrder(status: 'CANCELLED_BY_TENANT' | 'IN_PROCESS' | 'FINISHED'): Step {
  return {
    name: `staff changes the newest order to ${status}`,
    isPossible: ({ lastOrder }) => lastOrder !== null,
    run: async ({ sandbox }, { lastOrder }: Model) => void (await sandbox.post(`orders/${lastOrder}`, { status })),
  }
}
