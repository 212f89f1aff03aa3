import fc from 'fast-check'
import { ExplorerCommand } from '../command.ts'
import type { Step } from '../command.ts'
import * as form from './form.ts'
import * as navigation from './navigation.ts'
import * as orders from './orders.ts'
import * as session from './session.ts'
import * as surroundings from './surroundings.ts'

/** Steps with their weight: how often each is offered. */
const steps: readonly [weight: number, step: fc.Arbitrary<Step>][] = [
  [6, fc.constant(form.type)],
  [1, fc.nat(9).map((index) => form.choose(index))],
  [2, fc.constant(form.save)],
  [2, fc.constant(form.waitUntilSaved)],
  [1, fc.constant(form.startOver)],
  [3, fc.nat(1).map((index) => navigation.openForm(index))],
  [2, fc.constant(navigation.openList)],
  [3, fc.constant(navigation.followToList)],
  [6, fc.constant(navigation.nextStep)],
  [2, fc.constant(navigation.previousStep)],
  [3, fc.constant(navigation.browserBack)],
  [1, fc.constant(navigation.browserForward)],
  [1, fc.constant(navigation.reload)],
  [2, fc.constant(navigation.newTab)],
  [3, fc.constant(navigation.nextTab)],
  [1, fc.constant(navigation.closeTab)],
  [1, fc.constant(navigation.reopenTab)],
  [1, fc.constant(navigation.crashTab)],
  [1, fc.constant(navigation.secondDevice)],
  [2, fc.constant(navigation.otherDevice)],
  [1, fc.constant(session.logOut)],
  [4, fc.constant(session.signIn)],
  [4, fc.constant(session.signInAgain)],
  [1, fc.constant(session.switchLanguage)],
  [2, fc.constant(session.pressEscape)],
  [4, fc.boolean().map((twice) => orders.submit(twice))],
  [
    3,
    fc
      .constantFrom('a card that pays', 'a card that is declined', 'a card that is decided later')
      .map((card) => orders.payByCard(card)),
  ],
  [1, fc.constant(orders.cancelAtCardPage)],
  [2, fc.constant(orders.deleteDraft)],
  [2, fc.constant(orders.continueDraft)],
  [1, fc.constant(surroundings.goOffline)],
  [3, fc.constant(surroundings.goOnline)],
]

export const allCommands = steps.flatMap(([weight, step]) =>
  Array.from({ length: weight }, () => step.map((one) => new ExplorerCommand(one))),
)
