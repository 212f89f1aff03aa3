import { addDays } from '../../form-model/tokyo-date.ts'
import { valueAt } from '../../form-model/pointer.ts'
import { isWorkingDay } from '../../form-model/working-days.ts'
import {
  Broken,
  at,
  expectNow,
  expectOneOf,
  expectOther,
  expectSame,
  expectStatus,
  listAt,
  newKey,
  tagOf,
  textAt,
  withBody,
} from './play.ts'
import type { Answer } from './answer.ts'
import type { Send } from './play.ts'
import { expectRefusedFields, hidingTexts } from './refused-texts.ts'
import { saveOf, withFamilyName } from './request.ts'
import type { Request } from './request.ts'
import { inRounds } from './rule.ts'
import type { Rule } from './rule.ts'

const order = 'an application with a fee'
/**
 * A character outside of the Basic Multilingual Plane, one with a variation selector, one that NFC replaces, letters of
 * full width, and a space at the end.
 */
const difficultName = '𠮷田葛\u{e0100}\ufa19Ａ１ '

export const submissionRules: readonly Rule[] = [
  {
    operations: ['submitOrder', 'listOrders'],
    name: 'a key creates one order',
    harm: 'A resident whose connection breaks while sending applies twice and is asked to pay twice.',
    steps: inRounds(async (play) => {
      const { send, example } = await play.given(order)
      const request = { ...example, key: newKey() }
      // Of two at the same time, one may be refused as in progress.
      const answers = await Promise.all([send(request), send(request)])
      const again = expectStatus(await send(request), 201)
      for (const first of answers.filter(({ exchange }) => exchange.status !== 409))
        expectSame(again.body, expectStatus(first, 201).body, 'the answer to the repeated request', again)
      await expectOrders(send, 1)
    }),
  },
  {
    operations: ['submitOrder', 'listOrders'],
    name: 'a refused application creates no order and leaves its key free',
    harm: 'A resident is charged another amount than the one agreed to, or can never send the corrected application.',
    async steps(play) {
      const { send, example } = await play.given(order)
      const key = newKey()
      const total = Number(totalOf(example.body))
      for (const expectedTotal of [total + 100, total - 100, undefined])
        expectStatus(await send({ ...withBody(example, { expectedTotal }), key }), 422, 'SE_AP_0005')
      await expectOrders(send, 0)
      expectStatus(await send({ ...example, key }), 201)
      await expectOrders(send, 1)
    },
  },
  refusing({
    name: 'an application without answers is refused, and all of them are named',
    harm: 'Staff get an application that lacks what they need, or a resident is refused again for each next answer.',
    cases: (example) => {
      const steps = Object.keys((example.body as { answers: object }).answers)
      const fields = Object.fromEntries(steps.map((step) => [`/answers/${step}`, 'required']))
      return [{ sent: withBody(example, { answers: {} }), fields }]
    },
  }),
  refusing({
    name: 'an answer that the form does not have is refused',
    harm: 'What a resident has answered to a newer form is lost, and nobody knows of it.',
    cases: (example) => {
      const { answers } = example.body as { answers: object }
      const sent = withBody(example, { answers: { ...answers, future: { answer: 'yes' } } })
      return [{ sent, fields: { '/answers': 'additionalProperties' } }]
    },
  }),
  refusing({
    name: 'an answer that shows nothing, or hides how it is read, is refused',
    harm: 'Staff get an application without a name, or read another name than the one that was sent.',
    cases: (example) =>
      [[' \u3000\t', 'required'] as const, ...hidingTexts.map((text) => [text, 'characters'] as const)].map(
        ([name, code]) => ({
          sent: withFamilyName(example, name),
          fields: { '/answers/applicant/name/familyName': code },
        }),
      ),
  }),
  refusing({
    name: 'a booking on a closed day is refused',
    harm: 'A resident stands before a closed office.',
    given: 'an application without a fee',
    cases: (example) => {
      const { answers } = example.body as { answers: { booking: { date: string } } }
      return closedDaysNear(answers.booking.date).map((date) => ({
        sent: withBody(example, { answers: { ...answers, booking: { ...answers.booking, date } } }),
        fields: { '/answers/booking/date': 'working-day' },
      }))
    },
  }),
  refusing({
    name: 'an incomplete delivery address is refused',
    harm: 'A resident pays for a document that nobody can deliver.',
    cases: (example) => [
      {
        sent: withBody(example, { shippingAddress: { recipient: '港 花子' } }),
        fields: { '/shippingAddress/phone': 'required', '/shippingAddress/address': 'required' },
      },
    ],
  }),
  {
    operations: ['submitOrder', 'listOrders'],
    name: 'an application that is refused for now is not created',
    harm: 'A resident who is asked to wait sends the application a second time.',
    async steps(play) {
      for (const [given, status, code] of [
        ['an application after too many others, whose outcome is then asked for', 429, 'SE_CO_0429'],
        ['an application during maintenance, whose outcome is then asked for', 503, 'SE_CO_0503'],
      ] as const) {
        const { send, example } = await play.given(given)
        expectStatus(await send(example), status, code)
        await expectOrders(send, 0)
        await play.revert()
      }
    },
  },
  refusing({
    name: 'an unknown form version is refused',
    harm: 'Staff get an application whose questions nobody knows.',
    as: [404, 'SE_AP_0002'],
    cases: (example) => [{ sent: withBody(example, { formVersion: 'never-published' }) }],
  }),
  refusing({
    name: 'a superseded form version is refused',
    harm: 'Staff get answers to questions that are no longer asked.',
    given: 'an application with a form version that is not taken any more',
    as: [409, 'SE_AP_0003'],
    cases: (example) => [{ sent: example }],
  }),
  {
    operations: ['submitOrder', 'listOrders'],
    name: 'an application becomes one order, whatever its keys are',
    harm: 'A resident who sends the same application from two devices applies twice.',
    steps: inRounds(async (play) => {
      const { send, example } = await play.given(order)
      const first = expectOneOf(await Promise.all([send(example), send(example)]), 201)
      const third = expectStatus(await send(example), 409, 'SE_AP_0006')
      expectSame(at(third, '/orderId'), at(first, '/orderId'), 'the order of the application', third)
      await expectOrders(send, 1)
    }),
  },
  {
    operations: ['submitOrder'],
    name: 'a key belongs to one user',
    harm: 'A resident is shown the application of another one, and the own application is not sent.',
    async steps(play) {
      const token = await play.stranger('the same tenant')
      const { send, example } = await play.given(order)
      const request = { ...example, key: newKey() }
      const first = expectStatus(await send(request), 201)
      const other = expectStatus(await send({ ...request, token }), 201)
      expectOther(at(other, '/orderId'), at(first, '/orderId'), 'the order of another user with the same key', other)
    },
  },
  {
    operations: ['declineCharge', 'submitOrder', 'getCharge'],
    name: 'a key of one charge does nothing to another one',
    harm: 'A resident is told that an application is cancelled, and is charged for it.',
    async steps(play) {
      const { send, example } = await play.given(order)
      const chargeIds: string[] = []
      const receiptNumbers = new Set<string>()
      for (const familyName of ['山田', '佐藤']) {
        const application = withBody(withFamilyName(example, familyName), { applicationId: newKey() })
        const sent = expectStatus(await send(application), 201)
        chargeIds.push(textAt(sent, '/charge/chargeId'))
        expectSame(
          receiptNumbers.has(textAt(sent, '/receiptNumber')),
          false,
          'whether the receipt number repeats',
          sent,
        )
        receiptNumbers.add(textAt(sent, '/receiptNumber'))
      }
      const [chargeId = '', otherId = ''] = chargeIds
      const declining = { operation: 'declineCharge', key: newKey() }
      expectStatus(await send({ ...declining, path: { chargeId } }), 200)
      expectStatus(await send({ ...declining, path: { chargeId: otherId } }), 422, 'SE_CO_0422')
      const other = expectStatus(await send({ operation: 'getCharge', path: { chargeId: otherId } }), 200)
      expectSame(at(other, '/status'), 'WAITING', 'the status of the other charge', other)
    },
  },
  {
    operations: ['submitOrder', 'saveDraft', 'getDraft'],
    name: 'an application leaves the drafts of other services',
    harm: 'A resident who sends one application loses the answers of another one.',
    async steps(play) {
      const { send, example } = await play.given(order)
      const other = await play.given('the first save of a draft')
      expectStatus(await other.send(other.example), 200)
      const path = other.example.path ?? {}
      expectStatus(await send(example), 201)
      expectStatus(await send({ operation: 'getDraft', path }), 200)
      expectStatus(await send({ operation: 'getDraft', path: saveOf(example).path }), 404, 'SE_CO_0404')
    },
  },
  refusing({
    name: 'an application with an unknown attachment is refused',
    harm: 'Staff get an application without its file, or with that of another resident.',
    cases: (example) => [
      { sent: withBody(example, { attachments: ['AT-unknown'] }), fields: { '/attachments/0': 'unknown' } },
    ],
  }),
  {
    operations: ['submitOrder', 'listOrders'],
    name: 'only a returned application of the user is corrected',
    harm: 'A resident pays nothing because another one has paid, or staff find no application that is corrected.',
    async steps(play) {
      const foreignId = 'OR-2003'
      await play.given('a returned application with its reason', { userId: 'pact-other', orderId: foreignId })
      const { send, example } = await play.given('an application without a fee')
      const underWay = textAt(expectStatus(await send(example), 201), '/orderId')
      for (const reapplyOf of ['OR-unknown', foreignId, underWay])
        expectNoCorrection(await send(withBody(example, { applicationId: newKey(), reapplyOf })))
      await expectOrders(send, 1)
    },
  },
  {
    operations: ['submitOrder', 'listOrders'],
    name: 'a returned application is corrected once',
    harm: 'A fee that was paid once pays for each further application, and staff work on the same one twice.',
    async steps(play) {
      const { send, example } = await play.given('an application again after its return, its fee carried over')
      expectStatus(await send(example), 201)
      expectNoCorrection(await send(withBody(withFamilyName(example, '佐藤'), { applicationId: newKey() })))
      await expectOrders(send, 2)
    },
  },
  {
    operations: ['submitOrder', 'getOrder'],
    name: 'an application that is delivered has an address',
    harm: 'A resident pays for a document that nobody can deliver.',
    async steps(play) {
      const { send, example } = await play.given(order)
      const sent = await send(withBody(example, { shippingAddress: undefined }))
      // If the profile has no address.
      if (sent.exchange.status === 422) {
        expectStatus(sent, 422, 'SE_CO_0400')
        expectRefusedFields(sent, { '/shippingAddress': 'required' })
        return
      }
      const path = { orderId: textAt(expectStatus(sent, 201), '/orderId') }
      const stored = expectStatus(await send({ operation: 'getOrder', path }), 200)
      if (at(stored, '/shippingAddress') === undefined)
        throw new Broken('the application that was accepted without an address has none of the profile', stored)
    },
  },
  {
    operations: ['submitOrder', 'getOrder'],
    name: 'an address is stored only for a delivery',
    harm: 'A resident who comes to the office reads that the documents will be sent.',
    async steps(play) {
      const delivered = await play.given(order)
      const { shippingAddress } = Object(delivered.example.body) as Record<string, unknown>
      const { send, example } = await play.given('an application without a fee')
      // Bytes, because JSON that was sent is otherwise expected to be shown.
      const body = Buffer.from(JSON.stringify(withBody(example, { shippingAddress }).body))
      const sent = expectStatus(await send({ ...example, body }), 201)
      const path = { orderId: textAt(sent, '/orderId') }
      const stored = expectStatus(await send({ operation: 'getOrder', path }), 200)
      expectSame(at(stored, '/shippingAddress'), undefined, 'the address of an application without delivery', stored)
    },
  },
  {
    operations: ['submitOrder', 'getOrder', 'listOrders'],
    name: 'an order is stored as it was sent',
    harm: 'A resident has the receipt number of an application that staff do not have.',
    async steps(play) {
      const { send, example } = await play.given(order)
      const sent = expectStatus(await send(withFamilyName(example, difficultName)), 201)
      const orderId = textAt(sent, '/orderId')
      expectNow(expectStatus(await send({ operation: 'getOrder', path: { orderId } }), 200), '/submittedAt')
      const list = await expectOrders(send, 1)
      expectSame(at(list, '/items/0/orderId'), orderId, 'the order in the list', list)
    },
  },
  {
    operations: ['submitOrder', 'getSubmission'],
    name: 'an application that takes longer is answered with 202, and its outcome can be asked for',
    harm: 'A resident reads that an application has failed which has arrived, and applies again.',
    async steps(play) {
      const { send, example } = await play.given('an application that is accepted later')
      const idempotencyKey = newKey()
      const accepted = expectStatus(await send({ ...example, key: idempotencyKey }), 202)
      expectSame(at(accepted, '/state'), 'PROCESSING', 'the state of the submission', accepted)
      const [located] = (accepted.headers.get('Location') ?? '').split('/').slice(-1)
      expectSame(located, idempotencyKey, 'the submission of Location', accepted)
      expectStatus(await send({ operation: 'getSubmission', path: { idempotencyKey } }), 200)
    },
  },
  {
    operations: ['submitOrder', 'getCharge'],
    name: 'the charge of an order is the amount that was agreed to',
    harm: 'A resident pays another amount than the one shown before sending.',
    async steps(play) {
      const { send, example } = await play.given(order)
      const sent = expectStatus(await send(example), 201)
      const chargeId = textAt(sent, '/charge/chargeId')
      const charge = expectStatus(await send({ operation: 'getCharge', path: { chargeId } }), 200)
      expectSame(at(charge, '/amount/total'), totalOf(example.body), 'the total', charge)
    },
  },
  {
    operations: ['submitOrder', 'getSubmission'],
    name: 'the outcome of a submission is found by its key',
    harm: 'A resident whose connection broke is never told whether the application has arrived.',
    async steps(play) {
      const { send, example } = await play.given(order)
      const idempotencyKey = newKey()
      const outcome = { operation: 'getSubmission', path: { idempotencyKey } }
      expectStatus(await send(outcome), 404, 'SE_CO_0404')
      const request = { ...example, key: idempotencyKey }
      expectStatus(await send(withBody(request, { answers: {} })), 422, 'SE_CO_0400')
      expectStatus(await send(outcome), 404, 'SE_CO_0404')
      const sent = expectStatus(await send(request), 201)
      const found = expectStatus(await send(outcome), 200)
      expectSame(at(found, '/state'), 'DONE', 'the state of the submission', found)
      expectSame(at(found, '/order'), sent.body, 'the answer that the submission got', found)
    },
  },
  {
    operations: ['submitOrder', 'getDraft', 'listDrafts'],
    name: 'a submitted draft is gone',
    harm: 'A resident finds the old draft again and applies a second time.',
    async steps(play) {
      const { send, example } = await play.given('an application whose draft is stored')
      expectStatus(await send(example), 201)
      expectStatus(await send({ operation: 'getDraft', path: saveOf(example).path }), 404, 'SE_CO_0404')
      const list = expectStatus(await send({ operation: 'listDrafts' }), 200)
      expectSame(listAt(list, '/items').length, 0, 'the number of drafts', list)
    },
  },
  {
    operations: ['submitOrder', 'saveDraft', 'deleteDraft', 'getDraft'],
    name: 'a late save or deletion of what was sent changes nothing',
    harm: 'A resident whose save arrives after the application finds the draft again and applies a second time.',
    async steps(play) {
      const { send, example } = await play.given('an application whose draft is stored')
      const sent = expectStatus(await send(example), 201)
      const save = saveOf(example)
      const { ifMatch } = example
      const { path, body } = save
      const deletion = { operation: 'deleteDraft', path, query: { applicationId: body.applicationId } }
      for (const late of [save, { ...save, ifMatch }, { ...deletion, ifMatch }]) {
        const refused = expectStatus(await send(late), 409, 'SE_AP_0006')
        expectSame(at(refused, '/orderId'), at(sent, '/orderId'), 'the order of the application', refused)
      }
      expectStatus(await send({ operation: 'getDraft', path }), 404, 'SE_CO_0404')
    },
  },
  {
    operations: ['submitOrder', 'saveDraft', 'listOrders'],
    name: 'an application with an old tag of its draft is refused',
    harm: 'Staff get answers that the resident has already replaced on another device.',
    async steps(play) {
      const { send, example } = await play.given('an application whose draft is stored')
      const { ifMatch, ...withoutTag } = example
      const saved = expectStatus(await send({ ...saveOf(example), ifMatch }), 200)
      // The tag is compared last.
      expectStatus(await send(withBody(example, { answers: {} })), 422, 'SE_CO_0400')
      for (const late of [example, withoutTag]) expectStatus(await send(late), 412, 'SE_CO_0412')
      await expectOrders(send, 0)
      expectStatus(await send({ ...withoutTag, ifMatch: tagOf(saved) }), 201)
    },
  },
  {
    operations: ['withdrawOrder', 'getOrder', 'getCharge', 'proceedCharge'],
    name: 'a withdrawn application stays withdrawn and cannot be paid',
    harm: 'A resident who has withdrawn an application is charged for it.',
    async steps(play) {
      const { send, example } = await play.given(
        'the withdrawal of an application with a reason, which cancels its waiting charge',
      )
      const withdrawn = expectStatus(await send(example), 200)
      const orderId = textAt(withdrawn, '/orderId')
      expectSame(at(withdrawn, '/status'), 'CANCELLED_BY_USER', 'the status of the application', withdrawn)
      const stored = expectStatus(await send({ operation: 'getOrder', path: { orderId } }), 200)
      const { reason } = example.body as { reason: string }
      expectSame(valueAt(listAt(stored, '/timeline').at(-1), '/note'), reason, 'the note of the withdrawal', stored)
      const chargeId = textAt(withdrawn, '/charge/chargeId')
      const charge = expectStatus(await send({ operation: 'getCharge', path: { chargeId } }), 200)
      expectSame(at(charge, '/status'), 'CANCELLED', 'the status of the charge', charge)
      const payment = { operation: 'proceedCharge', path: { chargeId }, body: { repayment: false, locale: 'ja' } }
      expectStatus(await send(payment), 409, 'SE_CH_0002')
    },
  },
  {
    operations: ['reapplyOrder', 'getDraft'],
    name: 'a key makes one draft of a returned application',
    harm: 'A resident whose connection breaks loses what was already corrected in the new draft.',
    async steps(play) {
      const { send, example } = await play.given('a draft from a returned application')
      const request = { ...example, key: newKey() }
      const made = expectStatus(await send(request), 201)
      expectStatus(await send(request), 201)
      const path = { serviceId: textAt(made, '/serviceId'), type: textAt(made, '/type') }
      const draft = expectStatus(await send({ operation: 'getDraft', path }), 200)
      expectSame(at(draft, '/applicationId'), at(made, '/applicationId'), 'the application of the stored draft', draft)
    },
  },
]

function expectNoCorrection(answer: Answer): void {
  expectRefusedFields(expectStatus(answer, 422, 'SE_CO_0400'), { '/reapplyOf': 'reapplyOf' })
}

async function expectOrders(send: Send, count: number): Promise<Answer> {
  const list = expectStatus(await send({ operation: 'listOrders' }), 200)
  expectSame(listAt(list, '/items').length, count, 'the number of applications', list)
  return list
}

/** A day of a weekend and, if there is one, another holiday; both within the period of the form, whose middle is the working day. */
function closedDaysNear(workingDay: string): string[] {
  const near = Array.from({ length: 35 }, (_, index) => addDays(workingDay, index - 17))
  const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())
  const closed = near.filter((day) => !isWorkingDay(day))
  return [closed.find(isWeekend), closed.find((day) => !isWeekend(day))].filter((day) => day !== undefined)
}

type Refusing = {
  name: string
  harm: string
  /** The interaction with the request. */
  given?: string
  as?: readonly [status: number, code: string]
  /** Each with the codes of the refused fields, by their pointers. */
  cases: (example: Request) => { sent: Request; fields?: Readonly<Record<string, string>> }[]
}

/** Applications that are refused, and not created. */
function refusing({ name, harm, given = order, as: [status, code] = [422, 'SE_CO_0400'], cases }: Refusing): Rule {
  return {
    operations: ['submitOrder', 'listOrders'],
    name,
    harm,
    async steps(play) {
      const { send, example } = await play.given(given)
      for (const { sent, fields = {} } of cases(example))
        expectRefusedFields(expectStatus(await send(sent), status, code), fields)
      await expectOrders(send, 0)
    },
  }
}

function totalOf(body: unknown): unknown {
  return (Object(body) as { expectedTotal?: unknown }).expectedTotal
}
