import { toAnswers, withAnswer } from '../../../../form-model/answers.ts'
import { isSame } from '../../../../form-model/canonical.ts'
import type { Definition } from '../../../../form-model/definition.ts'
import { valueAt } from '../../../../form-model/pointer.ts'
import { carryOver, targetOf } from '../../../form-engine/answers/carry-over.ts'
import type { DraftShippingAddress, OrderDetails } from '../../../api/generated/api.schemas.ts'
import { chosenAddress } from '../draft/draft.ts'
import { withoutSecrets } from '../draft/without-secrets.ts'

/** The application that the API has received, and whether its delivery address is another one than on the page. */
export type Received = { order: OrderDetails; isOtherAddress: boolean }

/** What the user means to send. Without an address of its own, the profile's was or will be used. */
export type SentVersion = { answers: unknown; shippingAddress?: DraftShippingAddress | null }

type InVersion = Pick<Definition, 'formVersion' | 'steps' | 'renamed'>

/** Secrets do not count: neither drafts nor the API return them. */
export function isSameVersion(order: OrderDetails, sent: SentVersion, form: InVersion): boolean {
  const comparable = (answers: unknown) => withoutSecrets(toAnswers(answers), form)
  const received = orderInForm(order, form)
  return isSame(comparable(received.answers), comparable(sent.answers)) && !isOtherAddress(order, sent)
}

/** An order in that version of the form. Answers without a place in it stay where they are. */
export function orderInForm(order: OrderDetails, form: InVersion): OrderDetails {
  if (order.formVersion === form.formVersion) return order
  const { answers, removed } = carryOver(toAnswers(order.answers), null, form, () => [], null)
  const all = removed
    .filter(({ pointer }) => valueAt(answers, pointer) === undefined)
    .reduce((more, { pointer, value }) => withAnswer(more, pointer, value), answers)
  const returnFields = order.returnFields?.map((pointer) => targetOf(form, pointer))
  return { ...order, answers: all, ...(returnFields !== undefined && { returnFields }) }
}

export function isOtherAddress({ shippingAddress: received }: OrderDetails, { shippingAddress }: SentVersion): boolean {
  const chosen = chosenAddress(shippingAddress ?? null)
  return chosen !== null && !isSame(received, chosen)
}
