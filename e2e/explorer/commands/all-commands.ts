import fc from 'fast-check'
import { ExplorerCommand } from '../command.ts'
import type { Step } from '../step.ts'
import * as controls from './controls.ts'
import * as files from './files.ts'
import * as form from './form.ts'
import * as navigation from './navigation.ts'
import * as orders from './orders.ts'
import * as session from './session.ts'
import * as surroundings from './surroundings.ts'

type Weighted = readonly [weight: number, step: fc.Arbitrary<Step>]

/** Part of every run, because no run could continue without them. */
const core: readonly Weighted[] = [
  [6, fc.constant(form.type)],
  [6, fc.constant(navigation.nextStep)],
  [2, fc.nat(2).map((index) => navigation.openForm(index))],
  [2, fc.constant(navigation.followToList)],
  [2, fc.constant(orders.continueDraft)],
  [4, fc.constant(session.signIn(false))],
  [4, fc.constant(session.signInAgain)],
  [3, fc.constantFrom(...orders.cardNames).map((card) => orders.payByCard(card))],
]

/**
 * Each run offers about half of these groups. If all were offered, the steps that must coincide for a defect would
 * rarely do so in a short run (this is known as swarm testing).
 */
const groups = {
  history: [
    [4, fc.constant(navigation.browserBack)],
    [2, fc.constant(navigation.browserForward)],
    [2, fc.constant(navigation.previousStep)],
    [1, fc.constant(navigation.openList)],
  ],
  hurry: [
    [4, fc.boolean().map((twice) => navigation.backAtOnce(orders.submit(twice)))],
    [2, fc.constant(navigation.backAtOnce(navigation.nextStep))],
    [2, fc.constant(navigation.backAtOnce(navigation.followToList))],
    [2, fc.constant(navigation.backAtOnce(orders.continueDraft))],
    [2, fc.nat(2).map((index) => navigation.backAtOnce(navigation.openForm(index)))],
    [1, fc.constant(navigation.backAtOnce(navigation.reload))],
    [1, fc.constant(navigation.backAtOnce(navigation.browserBack))],
  ],
  reload: [
    [2, fc.constant(navigation.reload)],
    [2, fc.constant(navigation.crashTab)],
    [1, fc.constant(navigation.killBrowser)],
  ],
  tabs: [
    [2, fc.constant(navigation.newTab)],
    [5, fc.constant(navigation.nextTab)],
    [2, fc.constant(navigation.closeTab)],
    [1, fc.constant(navigation.reopenTab)],
  ],
  devices: [
    [1, fc.constant(navigation.secondDevice)],
    [4, fc.constant(navigation.otherDevice)],
  ],
  session: [
    [2, fc.constant(session.logOut)],
    [1, fc.constant(surroundings.sleepForAnHour)],
    [1, fc.constant(surroundings.deviceClockIsSlow)],
    [1, fc.constant(surroundings.sleepForANight)],
    [1, fc.constant(surroundings.sessionsEnd)],
  ],
  files: [
    [2, fc.constant(files.openFiles)],
    [5, fc.nat(1).map((index) => files.upload(index))],
    [2, fc.constant(files.removeFile)],
  ],
  residents: [
    [3, fc.constant(session.logOut)],
    [4, fc.constant(session.signIn(true))],
    [2, fc.constant(navigation.switchTenant)],
  ],
  language: [[2, fc.constant(session.switchLanguage)]],
  saving: [
    [3, fc.constant(form.save)],
    [2, fc.constant(form.waitUntilSaved)],
  ],
  delivery: [
    [2, fc.constant(form.openDelivery)],
    [4, fc.constantFrom(0, 1, 1).map((index) => form.chooseAddress(index))],
  ],
  versions: [
    [3, fc.constantFrom(...surroundings.versionKinds).map((kind) => surroundings.newFormVersion(kind))],
    [2, fc.constant(navigation.reload)],
  ],
  dialogs: [
    [4, fc.constant(controls.pressEscape)],
    [4, fc.nat(5).map((index) => controls.answerDialog(index))],
  ],
  controls: [
    [3, fc.nat(9).map((index) => controls.clickButton(index))],
    [2, fc.nat(9).map((index) => form.choose(index))],
  ],
  deleting: [
    [5, fc.constant(orders.deleteDraft)],
    [2, fc.constant(form.startOver)],
  ],
  submitting: [[8, fc.boolean().map((twice) => orders.submit(twice))]],
  late: [
    [8, fc.constant(orders.submitHeldBack)],
    [6, fc.constant(orders.backToAnswers)],
    [6, fc.constant(orders.correct)],
    [1, fc.constant(orders.heldBackArrives)],
    [6, fc.constant(orders.heldBackArrivesAfter(form.type))],
    [4, fc.constant(orders.submit(false))],
  ],
  paying: [
    [2, fc.constant(orders.cancelAtCardPage)],
    [2, fc.constant(orders.pay)],
    [1, fc.constant(orders.decline)],
    [2, fc.constantFrom('pay', 'cancel').map((view) => orders.openCharge(view))],
    [1, fc.constantFrom('success', 'cancel', 'error').map((result) => orders.forgedCallback(result))],
    [1, fc.constant(surroundings.paymentIsDecided)],
  ],
  orders: [
    [2, fc.constant(orders.openReturned)],
    [5, fc.constant(orders.followToReturned)],
    [8, fc.constantFrom('replaceDraft', 'replaceDraft', 'useDraft', 'cancel').map((choice) => orders.reapply(choice))],
    [1, fc.constant(orders.openLastOrder)],
    [2, fc.constant(orders.withdraw)],
    [
      1,
      fc
        .constantFrom('CANCELLED_BY_TENANT', 'IN_PROCESS', 'FINISHED')
        .map((status) => surroundings.staffMovesOrder(status)),
    ],
  ],
  network: [
    [2, fc.constant(surroundings.goOffline)],
    [2, fc.constant(surroundings.goOnline)],
  ],
  faults: [
    [
      4,
      fc
        .record({
          kind: fc.constantFrom(...surroundings.apiFaults),
          operation: fc.constantFrom(...surroundings.operations),
          times: fc.integer({ min: 1, max: 5 }),
        })
        .map((fault) => surroundings.failApi(fault)),
    ],
    [2, fc.constant(surroundings.everythingWorks)],
  ],
  identity: [
    [3, fc.constant(surroundings.failIdentity({ kind: 'hang', action: 'GetTokensFromRefreshToken' }))],
    [
      2,
      fc
        .record({
          kind: fc.constantFrom(...surroundings.identityFaults),
          action: fc.constantFrom(...surroundings.identityActions),
        })
        .map((fault) => surroundings.failIdentity(fault)),
    ],
    [3, fc.constant(surroundings.sleepForAnHour)],
    [2, fc.constant(session.logOut)],
    [1, fc.constant(surroundings.everythingWorks)],
  ],
  tenant: [
    [1, fc.constant(surroundings.tenantCloses)],
    [2, fc.constant(surroundings.everythingWorks)],
    [1, fc.constant(surroundings.newFormVersion('the same fields'))],
  ],
} satisfies { [group: string]: readonly Weighted[] }

/** Mostly zero, so that the next step happens before autosave, which starts two seconds after the last key. */
const pauses = fc.constantFrom(0, 0, 0, 0, 100, 300, 1_000, 2_200)

export const groupNames = Object.keys(groups)

export const allCommands = [
  ...core.flatMap((weighted) => commandsOf(weighted, null)),
  ...Object.entries(groups).flatMap(([group, list]: [string, readonly Weighted[]]) =>
    list.flatMap((weighted) => commandsOf(weighted, group)),
  ),
]

function commandsOf([weight, step]: Weighted, group: string | null): fc.Arbitrary<ExplorerCommand>[] {
  const command = fc.tuple(step, pauses).map(([one, pauseMs]) => new ExplorerCommand(one, group, pauseMs))
  return Array.from({ length: weight }, () => command)
}
