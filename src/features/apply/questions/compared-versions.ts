import { attachmentsOf, leavesOf, listOrFieldOf, toAnswers } from '../../../../form-model/answers.ts'
import { isSame } from '../../../../form-model/canonical.ts'
import type { Answers } from '../../../../form-model/definition.ts'
import { joinPointer, valueAt } from '../../../../form-model/pointer.ts'
import { isRecord } from '../../../../form-model/record.ts'
import type { DraftShippingAddress, OrderDetails } from '../../../api/generated/api.schemas.ts'
import { answerLine, fieldName } from '../../../form-engine/answers/field-names.ts'
import { answersToSend } from '../../../form-engine/validation/answers-to-send.ts'
import type { TextKey } from '../../../i18n/catalogue.ts'
import { useText } from '../../../i18n/use-text.ts'
import { orderInForm } from '../application/received-version.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { useAttachments } from '../attachments/use-application-attachments.ts'
import { chosenAddress } from '../draft/draft.ts'
import { withoutSecrets } from '../draft/without-secrets.ts'
import { addressPointer } from '../draft/merge.ts'
import type { Question } from '../application/application-types.ts'

/** An application as this page, another device or the API has it. `text`: how its answers are introduced. */
type Version = { text: TextKey<'apply'>; answers: Answers; shippingAddress: DraftShippingAddress | null }
type Compared = { pointers: readonly string[]; versions: readonly Version[] }

/** An answer in which the versions differ: the name of its field, and a line for each version. */
export type DifferingAnswer = { pointer: string; name: string; versions: string[] }

/** The versions of a question, answer by answer, files by their names. Null until the names are known. */
export function useComparedVersions(
  question: Question,
  order: OrderDetails | null,
  application: OpenApplication,
): DifferingAnswer[] | null {
  const { form } = application
  const t = useText('apply')
  const engine = useText('form-engine')
  const { pointers, versions } = comparedIn(question, order, application)
  const ids = [...new Set(versions.flatMap(({ answers }) => attachmentsOf(form.definition, answers)))]
  const { attachments, loading } = useAttachments(ids)
  if (loading) return null

  function words(pointer: string, value: unknown): string {
    if (Array.isArray(value)) {
      const entries = value.map((entry: unknown) => words(joinPointer(pointer, '[]'), entry))
      return entries.filter(Boolean).join('、')
    }
    const parts = isRecord(value) ? leavesOf(value) : []
    if (parts.length > 0) return parts.flatMap((leaf) => words(pointer + leaf.pointer, leaf.value) || []).join(' ')
    if (typeof value !== 'string' || !ids.includes(value)) return answerLine(form, pointer, value)
    return attachments.find(({ attachmentId }) => attachmentId === value)?.name ?? engine('files.unnamed')
  }
  function answerIn({ answers, shippingAddress }: Version, pointer: string): string {
    if (pointer !== addressPointer) return words(pointer, valueAt(answers, pointer)) || engine('answers.none')
    const chosen = chosenAddress(shippingAddress)
    return chosen === null ? t('shipping.profile') : typedLine(chosen)
  }
  return pointers.map((pointer) => ({
    pointer,
    name: pointer === addressPointer ? t('shipping.title') : fieldName(form, pointer),
    versions: versions.map((version) => t(version.text, { answer: answerIn(version, pointer) })),
  }))
}

function comparedIn(question: Question, order: OrderDetails | null, { store, form }: OpenApplication): Compared {
  const { answers, shippingAddress } = store.state().typed
  const mine: Version = { text: 'draft.here', answers, shippingAddress }
  if (question.kind === 'conflict')
    return { pointers: question.conflicts ?? [], versions: [mine, { text: 'draft.there', ...question.theirs.content }] }
  if (question.received === null || order === null) return { pointers: [], versions: [] }
  // The API returns no secrets.
  const toSend = withoutSecrets(answersToSend(form, mine.answers), form.definition)
  const received = toAnswers(orderInForm(order, form.definition).answers)
  const address = question.received.isOtherAddress ? [addressPointer] : []
  return {
    pointers: [...differingAnswers(received, toSend), ...address],
    versions: [
      { text: 'gone.there', answers: received, shippingAddress: order.shippingAddress ?? null },
      { ...mine, answers: toSend },
    ],
  }
}

/** A list, e.g. of files, is one answer. */
function differingAnswers(one: Answers, other: Answers): string[] {
  const places = [...leavesOf(one), ...leavesOf(other)].map(({ pointer }) => listOrFieldOf(pointer))
  return [...new Set(places)].filter((pointer) => !isSame(valueAt(one, pointer), valueAt(other, pointer)))
}

function typedLine({ recipient, phone, address = {} }: DraftShippingAddress): string {
  const { postalCode, prefecture, city, town, street, building } = address
  return [recipient, postalCode, prefecture, city, town, street, building, phone].filter(Boolean).join(' ')
}
