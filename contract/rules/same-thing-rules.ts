/**
 * Rules of what two operations show. Whatever differs is found by the rule of all answers that every answer shows a
 * thing as it was sent, and as the others do.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { valueAt } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { Broken, NotVerified, at, expectSame, expectStatus, newKey, textAt, valuesOf, withBody } from './play.ts'
import type { Answer } from './answer.ts'
import type { Request } from './request.ts'
import type { Rule } from './rule.ts'

const tenantId = 'minato-city'
const waiting = 'an application that waits for its payment'
const finished = 'an application with attachment, shipping address, paid charge and issued file'
const returned = 'a returned application with its reason'
const corrected = 'a returned application that has been corrected and sent again'
const paid = 'a charge that is paid, with its receipt'
const charges = [
  paid,
  'a charge that is waiting',
  'a charge that is cancelled',
  'a charge with an open payment attempt',
  'a charge whose payment is being processed',
  'a charge from which the payment for the returned application is deducted',
]

/** Pairs of operations, with the interactions of the first one after which the second one is asked. */
const pairs: readonly [first: string, second: Reader, given: readonly string[]][] = [
  ['getOrder', 'listOrders', [waiting, finished, returned, corrected]],
  ['getOrder', 'getCharge', [waiting, finished]],
  ['getOrder', 'getAttachment', [finished]],
  ['getOrder', 'listFiles', [finished]],
  ['getOrder', 'listServices', [waiting]],
  ['listOrders', 'getOrder', ['the applications of a user']],
  ['listOrders', 'listServices', ['the applications of a user']],
  ['listDrafts', 'getDraft', ['the drafts of a user']],
  ['listDrafts', 'listServices', ['the drafts of a user']],
  ['getCharge', 'getOrder', charges],
  ['getCharge', 'listOrders', charges],
  ['getCharge', 'listFiles', [paid]],
]

type Reader = 'listOrders' | 'getOrder' | 'getCharge' | 'getAttachment' | 'listFiles' | 'listServices' | 'getDraft'

/** How to read what an answer names, and of a list, the member that must be in it. */
const readers: { readonly [reader in Reader]: { paths: (answer: Answer) => Path[]; listed?: string } } = {
  listOrders: { paths: () => [{}], listed: 'orderId' },
  listFiles: { paths: () => [{}], listed: 'fileId' },
  listServices: { paths: () => [{ tenantId }], listed: 'serviceId' },
  getOrder: { paths: ({ body }) => valuesOf(body, 'orderId').map((orderId) => ({ orderId })) },
  getCharge: { paths: ({ body }) => valuesOf(body, 'chargeId').map((chargeId) => ({ chargeId })) },
  getAttachment: { paths: ({ body }) => valuesOf(body, 'attachmentId').map((attachmentId) => ({ attachmentId })) },
  getDraft: { paths: ({ body }) => (Object(body) as { items: Path[] }).items },
}
type Path = NonNullable<Request['path']>

export const sameThingRules: readonly Rule[] = [
  ...pairs.map(([first, second, given]): Rule => ({
    operations: [first, second],
    name: `what it shows is what ${second} shows`,
    harm: 'A resident reads one name, amount or state on one page, and another one on the next.',
    async steps(play) {
      for (const description of given)
        for (const language of ['ja', 'en']) {
          const { send, example } = await play.given(description)
          const shown = expectStatus(await send({ ...example, language }), 200)
          const { paths, listed } = readers[second]
          for (const path of paths(shown)) {
            const other = expectStatus(await send({ operation: second, path, language }), 200)
            const named = listed === undefined ? [] : valuesOf(shown.body, listed)
            const missing = named.filter((id) => listed !== undefined && !valuesOf(other.body, listed).includes(id))
            expectSame(missing, [], `what ${second} lacks`, other)
          }
        }
    },
  })),
  {
    operations: ['quoteOrder', 'submitOrder', 'getCharge'],
    name: 'the price that is shown is the one that is charged',
    harm: 'A resident agrees to one amount and its lines, and is charged for others.',
    async steps(play) {
      const { send, example } = await play.given('an application with a fee')
      const { serviceId, type, formVersion, answers, shippingAddress } = Object(example.body) as Record<string, unknown>
      const body = { serviceId, type, formVersion, answers, shippingAddress }
      const quote = expectStatus(await send({ operation: 'quoteOrder', body }), 200)
      const sent = expectStatus(await send(withBody(example, { expectedTotal: at(quote, '/amount/total') })), 201)
      const path = { chargeId: textAt(sent, '/charge/chargeId') }
      const charge = expectStatus(await send({ operation: 'getCharge', path }), 200)
      for (const member of ['amount', 'lines', 'totalLimit', 'carriedOver'])
        expectSame(at(charge, `/${member}`), at(quote, `/${member}`), `${member} of the charge`, charge)
    },
  },
  {
    operations: ['listServices', 'submitOrder'],
    name: 'the version of a form in the list is accepted',
    harm: 'A resident fills in a form that can never be sent.',
    async steps(play) {
      const { send, example } = await play.given('an application with a fee')
      const { serviceId, type } = Object(example.body) as Record<string, unknown>
      const services = expectStatus(await send({ operation: 'listServices', path: { tenantId } }), 200)
      const form = recordsIn(services.body).find((one) => one.serviceId === serviceId)
      const listed = recordsIn(form?.forms).find((one) => one.type === type)
      if (listed === undefined) throw new Broken(`the list lacks the form of ${String(serviceId)}`, services)
      expectStatus(await send(withBody(example, { formVersion: listed.formVersion })), 201)
    },
  },
  {
    operations: ['listServices', 'submitOrder'],
    name: 'a service that accepts no applications says so',
    harm: 'A resident fills in a whole form, and reads only then that the service has stopped.',
    async steps(play) {
      const { send, example } = await play.given('an application for a stopped service')
      const { serviceId } = Object(example.body) as Record<string, unknown>
      const services = expectStatus(await send({ operation: 'listServices', path: { tenantId } }), 200)
      const service = recordsIn(services.body).find((one) => one.serviceId === serviceId)
      const hasStopped = Date.parse(String(service?.serviceStopAt)) <= services.receivedAt
      if (valueAt(service, '/acceptance/state') === 'OPEN' && !hasStopped)
        throw new Broken(`the list shows ${String(serviceId)} as open`, services)
      expectStatus(await send(example), 410, 'SE_AP_0001')
    },
  },
  {
    operations: ['submitOrder', 'getProfile', 'getOrder'],
    name: 'without a delivery address, that of the profile counts',
    harm: 'A resident pays for a document that is delivered to nobody.',
    async steps(play) {
      const { send, example } = await play.given('an application with a fee')
      const profile = expectStatus(await send({ operation: 'getProfile' }), 200)
      const withoutAddress = withBody(example, { shippingAddress: undefined })
      if (at(profile, '/address') === undefined || at(profile, '/phone') === undefined) {
        expectStatus(await send(withoutAddress), 422, 'SE_CO_0400')
        return
      }
      const sent = expectStatus(await send(withoutAddress), 201)
      const path = { orderId: textAt(sent, '/orderId') }
      const order = expectStatus(await send({ operation: 'getOrder', path }), 200)
      for (const member of ['address', 'phone'])
        expectSame(
          at(order, `/shippingAddress/${member}`),
          at(profile, `/${member}`),
          `${member} of the delivery`,
          order,
        )
    },
  },
  {
    operations: ['completeRegistration', 'login'],
    name: 'a registered user signs in with address and password',
    harm: 'A resident who has just registered cannot sign in.',
    async steps(play) {
      const email = newAddress()
      const { send, example } = await play.given('the registration of a person', { email })
      const { password } = Object(example.body) as { password: string }
      const registered = expectStatus(await send(example), 201)
      const found = expectStatus(await send(login(email, password)), 200)
      expectSame(at(found, '/userId'), at(registered, '/userId'), 'the user who signs in', found)
      expectStatus(await send({ ...login(email, password), path: { tenantId: 'aozora-water' } }), 401, 'SE_CO_0000')
    },
  },
  {
    operations: ['resetPassword', 'login'],
    name: 'a user signs in with the password that was set last',
    harm: 'A resident who has set a new password cannot sign in, or whoever knows the old one still can.',
    async steps(play) {
      const email = newAddress()
      const { send, example } = await play.given('a new password with a valid confirmation', { email })
      expectStatus(await send(example), 204)
      const { password } = Object(example.body) as { password: string }
      expectStatus(await send(login(email, password)), 200)
      expectStatus(await send(login(email, `${password}-other`)), 401, 'SE_CO_0000')
    },
  },
  {
    operations: ['resetPassword', 'getProfile'],
    name: 'a password reset ends every session',
    harm: 'Whoever knows the old password stays signed in, and reads and sends in the name of the resident.',
    async steps(play) {
      const { send, example, token } = await play.given('a new password with a valid confirmation')
      if (token === null) throw new NotVerified('the state of a password reset returns no token')
      expectStatus(await send({ operation: 'getProfile' }), 200)
      // The claim auth_time has whole seconds.
      await sleep(1100)
      expectStatus(await send(example), 204)
      expectStatus(await send({ operation: 'getProfile' }), 401, 'SE_CO_0401')
    },
  },
  {
    operations: ['confirmEmailChange', 'getProfile'],
    name: 'a confirmed address is that of the profile',
    harm: 'A resident who has changed the address reads the old one, and mails go there.',
    async steps(play) {
      const email = newAddress()
      const { send, example } = await play.given('the confirmation of an e-mail change', { email })
      expectStatus(await send(example), 204)
      const profile = expectStatus(await send({ operation: 'getProfile' }), 200)
      expectSame(at(profile, '/email'), email, 'the address of the profile', profile)
    },
  },
  ...(
    [
      ['resetPassword', 204, 'a new password with a valid confirmation'],
      ['completeRegistration', 201, 'the registration of a person'],
      ['confirmEmailChange', 204, 'the confirmation of an e-mail change'],
    ] as const
  ).map(([operation, status, given]): Rule => ({
    operations: [operation, 'getConfirmation'],
    name: 'a confirmation is of one tenant, is used once, and shows that it was',
    harm: 'Whoever finds an old mail uses its link again, and sets the password of a resident.',
    async steps(play) {
      const { send, example } = await play.given(given)
      const { confirmationId } = Object(example.body) as { confirmationId: string }
      const reading = { operation: 'getConfirmation', path: { tenantId, confirmationId } }
      const unused = expectStatus(await send(reading), 200)
      expectSame(at(unused, '/status'), 'VALID', 'the status of the confirmation', unused)
      const otherTenant = { tenantId: 'aozora-water' }
      expectStatus(await send({ ...reading, path: { ...otherTenant, confirmationId } }), 404, 'SE_CO_0404')
      if (example.path?.tenantId !== undefined)
        expectStatus(await send({ ...example, path: otherTenant }), 404, 'SE_CO_0404')
      expectStatus(await send(example), status)
      const used = expectStatus(await send(reading), 200)
      expectSame(at(used, '/status'), 'USED', 'the status of the confirmation', used)
      expectStatus(await send({ ...example, key: newKey() }), 409, 'SE_CF_0002')
    },
  })),
]

/** That no other rule, and no earlier run, has registered. */
function newAddress(): string {
  return `rule-${newKey()}@example.jp`
}

function login(email: string, password: string): Request {
  return { operation: 'login', path: { tenantId }, body: { email, password } }
}

function recordsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}
