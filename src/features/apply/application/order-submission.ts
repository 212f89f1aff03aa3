import type { Answers } from '../../../../form-model/definition.ts'
import { isRecord } from '../../../../form-model/record.ts'
import type { OrderSubmission, QuoteRequest, Service, ShippingAddress } from '../../../api/generated/api.schemas.ts'
import { answersToSend } from '../../../form-engine/validation/answers-to-send.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import type { Language } from '../../../lib/language.ts'
import { attachmentsOf } from '../../../form-engine/answers/attachments-of.ts'
import type { ApplicationKey, DraftContent } from '../draft/draft-content.ts'

/**
 * Whether something is sent to the user. A form that lets the user choose does so in its step `delivery` with the
 * question `method`; any answer but `post` means that it is fetched.
 */
export function isDelivered(service: Pick<Service, 'needsShipping'>, answers: Answers): boolean {
  const delivery = answers.delivery
  const method = isRecord(delivery) ? delivery.method : undefined
  return service.needsShipping && (method === undefined || method === 'post')
}

type SubmissionInput = {
  key: Pick<ApplicationKey, 'serviceId' | 'type'>
  form: LoadedForm
  service: Pick<Service, 'needsShipping'>
  content: DraftContent
  /** The profile's address, used unless the user chose another. */
  profileAddress: ShippingAddress | null
}

/** What the provider needs to tell the fee: only visible answers, the address only if something is sent. */
export function quoteRequest({ key, form, service, content, profileAddress }: SubmissionInput): QuoteRequest {
  const answers = answersToSend(form, content.answers)
  const shippingAddress = content.shippingAddress ?? profileAddress
  return {
    serviceId: key.serviceId,
    type: key.type,
    formVersion: form.definition.formVersion,
    answers,
    ...(isDelivered(service, answers) && shippingAddress !== null ? { shippingAddress } : {}),
    ...(content.reapplyOf === null ? {} : { reapplyOf: content.reapplyOf }),
  }
}

/** The application as it is submitted. `expectedTotal` is the amount the user has seen; null without a fee. */
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
