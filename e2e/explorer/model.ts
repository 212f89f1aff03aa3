import { emptyScreen } from './screen.ts'
import type { Screen } from './screen.ts'
import type { World } from './world.ts'

/**
 * The expected state of a typed text. `kept`: it must be on a screen, in a browser or at the API. `replaced`: the
 * resident typed over it. `deleted`: it must not come back. `sent`: it is part of an order and must not become a draft
 * again. `released`: nothing is promised, e.g. because the resident chose the other side of a conflict.
 */
export type TextStatus = 'kept' | 'replaced' | 'deleted' | 'sent' | 'released'

export type TypedText = {
  text: string
  /** The resident who typed it. */
  who: number
  service: string
  status: TextStatus
  typedAt: number
  device: number
  /** The application that was open in the tab when it was typed. */
  generation: number
  /** An order need not contain it: a delivery address that is not used, or an answer that a newer form does not ask. */
  mayBeLeftOut?: boolean
  /** The text is the name of a file, which the API has under this id. */
  attachmentId?: string
}

/** One application of a resident: from its first answer until it is submitted or deleted. */
export type Generation = { [application: string]: number }

/** What the resident has done so far and its expected effects. */
export class Model {
  readonly texts: TypedText[] = []
  /** The submitted applications by resident, service and generation: each may become one order. */
  readonly intentions = new Map<string, Set<number>>()
  /** Orders of the sandbox's sample data, and all that were seen. */
  readonly ordersAtStart: { [application: string]: number } = {}
  readonly orders: { [application: string]: number } = {}
  /** Counts submissions and deletions, so that a tab with an older application is recognised. */
  readonly generation: Generation = {}
  /** Applications made from a returned order: their order must name it. */
  readonly reapplied = new Map<string, { orderId: string; generation: number }>()
  /** The device on which an application was submitted last. */
  readonly submittedOn = new Map<string, number>()
  /** Services whose new order does not name the returned order it was made from. */
  readonly withoutOrigin: string[] = []
  /** The resident of the current tab: the first, another of the same tenant, or one of the other tenant. */
  who = 0
  tenantId: string
  /** The newest order and charge of the resident, and an order of the first resident that staff returned. */
  lastOrder: string | null = null
  lastCharge: string | null = null
  returnedOrder: { orderId: string; serviceId: string } | null = null
  publishedVersions = 0
  /** The network holds a submission back. */
  hasHeldBack = false
  /** What the current tab shows. */
  screen: Screen = emptyScreen
  steps = 0
  tabs = 1
  closedTabs = 0
  devices = 1
  /** Whether the resident of the current tab has a session on this device, as far as the resident can see. */
  signedIn = true
  offline = false
  apiFault: string | null = null
  identityFault: string | null = null
  tenantClosed = false
  /** Sum of the clock's jumps (ms). */
  sleptMs = 0
  /** A fault, a clock jump or a lost network may have prevented a save since everything last worked. */
  savesMayFail = false
  /** The groups of commands of this run. */
  readonly groups: ReadonlySet<string>
  readonly maxSteps: number
  /** The browser fills in texts without an event. */
  readonly filled: boolean

  constructor({
    tenantId,
    groups,
    maxSteps,
    filled,
  }: {
    tenantId: string
    groups: readonly string[]
    maxSteps: number
    filled: boolean
  }) {
    this.tenantId = tenantId
    this.filled = filled
    this.groups = new Set(groups)
    this.maxSteps = maxSteps
  }

  /** A unique text in full-width katakana, which no field converts. */
  newText(service: string, device: number, generation = this.generationOf(service)): TypedText {
    const digits = String(this.texts.length + 1).padStart(3, '0')
    const text = `メモ${[...digits].map((digit) => katakana[Number(digit)]).join('')}ノ`
    const typed: TypedText = { text, who: this.who, service, status: 'kept', typedAt: this.steps, device, generation }
    this.texts.push(typed)
    return typed
  }

  of(service: string, status: TextStatus): TypedText[] {
    return this.texts.filter((typed) => typed.who === this.who && typed.service === service && typed.status === status)
  }

  withStatus(status: TextStatus): TypedText[] {
    return this.texts.filter((typed) => typed.status === status)
  }

  change(service: string, from: TextStatus, to: TextStatus): void {
    for (const typed of this.of(service, from)) typed.status = to
  }

  nextGeneration(service: string, who = this.who): void {
    this.generation[this.keyOf(service, who)] = this.generationOf(service, who) + 1
  }

  submits(service: string, generation: number): void {
    const key = this.keyOf(service)
    const known = this.intentions.get(key) ?? new Set()
    this.intentions.set(key, known.add(generation))
  }

  /** Records the tab and the device in use. */
  look({ tab, device, resident }: World): void {
    this.who = tab.who
    this.tenantId = resident.tenantId
    this.tabs = device.tabs.length
    this.closedTabs = device.closed.length
    this.offline = device.offline
    this.signedIn = !device.signedOut.has(tab.who)
  }

  /** Names the application of a service by its resident. */
  keyOf(service: string, who = this.who): string {
    return `${who} ${service}`
  }

  generationOf(service: string, who = this.who): number {
    return this.generation[this.keyOf(service, who)] ?? 0
  }
}

const katakana = ['アオ', 'カキ', 'サク', 'タケ', 'ナス', 'ハト', 'マメ', 'ヤギ', 'ユメ', 'ワニ']
