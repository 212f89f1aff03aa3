import type { Answers } from '../../../../form-model/definition.ts'
import { isDelivered } from '../../../../form-model/delivery.ts'
import type { OrderSubmission, QuoteRequest, Service, ShippingAddress } from '../../../api/generated/api.schemas.ts'
import { answersToSend } from '../../../form-engine/validation/answers-to-send.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { holds } from '../../../form-engine/definition/visible-steps.ts'
import type { Language } from '../../../lib/language.ts'
import { attachmentsOf } from '../../../../form-model/answers.ts'
import type { ApplicationKey, DraftContent } from '../draft/draft-content.ts'

/** Whether something is sent to the user: the service delivers, and the form's condition for it is true. */
export function needsAddress(service: Pick<Service, 'needsShipping'>, form: LoadedForm, answers: Answers): boolean {
  return isDelivered(service, form.definition, (key) => holds(form, key, answers))
}

type SubmissionInput = {
  key: Pick<ApplicationKey, 'serviceId' | 'type'>
  form: LoadedForm
  service: Pick<Service, 'needsShipping'>
  content: DraftContent
  /** The profile's address, used unless the user chose another. */
  profileAddress: ShippingAddress | null
}

/** The API's input for the fee: only visible answers, the address only if something is sent. */
export function quoteRequest({ key, form, service, content, profileAddress }: SubmissionInput): QuoteRequest {
  const answers = answersToSend(form, content.answers)
  const shippingAddress = content.shippingAddress ?? profileAddress
  return {
    serviceId: key.serviceId,
    type: key.type,
    formVersion: form.definition.formVersion,
    answers,
    ...(needsAddress(service, form, answers) && shippingAddress !== null ? { shippingAddress } : {}),
    ...(content.reapplyOf === null ? {} : { reapplyOf: content.reapplyOf }),
  }
}

/** The application as it is submitted. `expectedTotal` is the amount that the user has seen; null without a fee. */
export function orderSubmission(
  input: SubmissionInput,
  expectedTotal: number | null,
  locale: Language,
): OrderSubmission {
  const request = quoteRequest(input)
  return {
    ...request,
    attachments: attachmentsOf(input.form.definition, request.answers as Answers),
    ...(expectedTotal === null ? {} : { expectedTotal }),
    locale,
  }
}
