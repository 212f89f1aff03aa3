/** The rules of every operation: whom it answers, and what it does without an Idempotency-Key. */
import { valueAt } from '../../form-model/pointer.ts'
import type { Operation } from '../openapi/document.ts'
import { operationOf } from '../pact/pact-file.ts'
import type { Interaction } from '../pact/pact-file.ts'
import { forgedFrom, poolTokens } from './bad-tokens.ts'
import { Broken, NotVerified, at, expectSame, expectStatus, listAt, newKey, withBody } from './play.ts'
import type { Answer } from './answer.ts'
import type { Play, Scene } from './play.ts'
import { expectRefusedFields } from './refused-texts.ts'
import type { Request } from './request.ts'
import type { Rule } from './rule.ts'
import { kindShownBy } from './things.ts'

export const refusesInvalidTokens = {
  name: 'a token that is not valid is refused',
  harm: 'Anybody can read and send in the name of a resident.',
}
export const repeatsItsAnswer = {
  name: 'a repeated request gets the first answer',
  harm: 'A resident whose connection breaks reads that something has failed which was done.',
}

export const refusesOtherBody = {
  name: 'a key is refused with another body',
  harm: 'A resident is told that a corrected request was done, but it was the first version.',
}

/**
 * Rules of every operation that the pact uses, each with the request of a successful interaction: the one whose state
 * most interactions have, which a provider is likely to have first.
 */
export function rulesOfOperations(operations: readonly Operation[], interactions: readonly Interaction[]): Rule[] {
  const count = (one: Interaction) => interactions.filter((other) => stateOf(other) === stateOf(one)).length
  return operations.flatMap((operation) => {
    const successes = interactions.filter(
      (one) => operationOf(one) === operation.operationId && one.response.status < 300 && succeedsAgain(one),
    )
    const [success] = successes.toSorted((one, other) => count(other) - count(one))
    const kind = kindShownBy(operation)
    const reader = operations.find((one) => one.method === 'GET' && kindShownBy(one) === kind)
    return [
      ...(success === undefined ? [] : rulesOf(operation, success)),
      ...(kind === undefined || reader === undefined ? [] : ruleOfStoring(operation, reader, successes)),
    ]
  })
}

/** What each interaction has stored is read as it was sent, which the rule of all answers compares. */
function ruleOfStoring({ operationId }: Operation, reader: Operation, successes: readonly Interaction[]): Rule[] {
  const storing = successes.filter((one) => jsonOf(one) !== null && one.response.status !== 202)
  if (storing.length === 0) return []
  return [
    {
      operations: [operationId, reader.operationId],
      name: 'what was sent is shown',
      harm: 'What a resident has sent is lost, and neither the resident nor staff know of it.',
      async steps(play) {
        for (const { description, response } of storing) {
          const { send, example } = await play.given(description)
          const { body } = expectStatus(await send(example), response.status)
          const path = { ...example.path, ...(body as Record<string, string>) }
          expectStatus(await send({ operation: reader.operationId, path }), 200)
        }
      },
    },
  ]
}

function jsonOf({ request: { body } }: Interaction): object | null {
  return body === undefined || body.encoded === 'base64' ? null : (Object(body.content) as object)
}

function stateOf({ providerStates }: Interaction): string {
  return providerStates[0]?.name ?? ''
}

/** Not the second deletion of an account, which needs no user. */
function succeedsAgain({ providerStates }: Interaction): boolean {
  return providerStates.every(({ name }) => name !== 'an account was deleted')
}

/** An operation and the interaction of its example, a request that succeeds. */
type Subject = {
  operation: Operation
  given: string
  isKeyed: boolean
  /** The members of the example's body; null without JSON. */
  members: readonly [name: string, value: unknown][] | null
  /** The name of the last id of the path. */
  lastId: string | undefined
  succeed: (scene: Scene) => Promise<Answer>
}

type RuleOf = Pick<Rule, 'name' | 'harm'> & {
  applies: (subject: Subject) => boolean
  steps: (play: Play, subject: Subject) => Promise<void>
}

function rulesOf(operation: Operation, success: Interaction): Rule[] {
  const { description: given, response } = success
  const json = jsonOf(success)
  const subject: Subject = {
    operation,
    given,
    isKeyed: hasKey(operation),
    members: json === null ? null : Object.entries(json),
    lastId: [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1],
    succeed: async ({ send, example }) => expectStatus(await send(example), response.status),
  }
  return rules
    .filter(({ applies }) => applies(subject))
    .map(({ steps, ...rule }) => ({
      ...rule,
      operations: [operation.operationId],
      steps: (play) => steps(play, subject),
    }))
}

export function hasKey({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key')
}

const rules: readonly RuleOf[] = [
  {
    ...refusesInvalidTokens,
    applies: isOwned,
    async steps(play, { given, succeed }) {
      const scene = await play.given(given)
      if (scene.token === null) throw new NotVerified('the states return no token, and --token gives none')
      await expectRefused(scene, forgedFrom(scene.token))
      await succeed(scene)
    },
  },
  {
    name: 'an expired token, one of another client and an access token are refused',
    harm: 'Whoever finds an old token, or has one of another system, reads and sends in the name of a resident.',
    applies: isOwned,
    async steps(play, { given, succeed }) {
      const tokens = await poolTokens(play)
      const scene = await play.given(given)
      await expectRefused(scene, tokens)
      await succeed(scene)
    },
  },
  {
    name: 'its example is answered without a token',
    harm: 'Nobody can sign in, register or look anything up.',
    applies: (subject) => !isOwned(subject),
    steps: async (play, { given, succeed }) => void (await succeed(await play.given(given))),
  },
  {
    name: 'what belongs to another user or tenant does not exist',
    harm: 'A resident reads or changes what belongs to another one.',
    applies: ({ operation: { owned, path, operationId } }) =>
      owned && (/\{(?!serviceId|type)\w+\}/.test(path) || ownedByBody.has(operationId)),
    steps: refusesStrangers,
  },
  {
    name: 'an id of another form, or in another case, does not exist',
    harm: 'A resident who opens a damaged link of a mail reads that the service has failed.',
    applies: ({ lastId }) => lastId !== undefined,
    async steps(play, { given, lastId = '' }) {
      const { send, example } = await play.given(given)
      const { [lastId]: id = '' } = example.path ?? {}
      const withId = (other: string) => send({ ...example, path: { ...example.path, [lastId]: other } })
      for (const malformed of ['あ', "'", '-', 'x'.repeat(200)])
        expectStatus(await withId(malformed), 404, 'SE_CO_0404')
      const inOtherCase = id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase()
      if (inOtherCase !== id) expectStatus(await withId(inOtherCase), 404)
    },
  },
  {
    name: 'a request without an Idempotency-Key, or with a malformed one, is refused',
    harm: 'An application that loses its key on the way is sent, paid or deleted twice.',
    applies: ({ isKeyed }) => isKeyed,
    async steps(play, { given, succeed }) {
      const scene = await play.given(given)
      for (const [key, code] of [[null, 'required'] as const, ['short', 'pattern'] as const]) {
        const refused = expectStatus(await scene.send({ ...scene.example, key }), 422, 'SE_CO_0400')
        expectRefusedFields(refused, { '/Idempotency-Key': code })
      }
      await succeed(scene)
    },
  },
  {
    ...repeatsItsAnswer,
    applies: ({ isKeyed }) => isKeyed,
    async steps(play, { given, succeed }) {
      const { example, ...scene } = await play.given(given)
      const keyed = { ...scene, example: { ...example, key: newKey() } }
      const first = await succeed(keyed)
      const again = await succeed(keyed)
      expectSame(again.body, first.body, 'the answer to the repeated request', again)
    },
  },
  {
    ...refusesOtherBody,
    applies: ({ isKeyed, members }) => isKeyed && members?.some(hasOther) === true,
    async steps(play, { given, succeed, members }) {
      const scene = await play.given(given)
      const example = { ...scene.example, key: newKey() }
      await succeed({ ...scene, example })
      const [name, value] = members?.find(hasOther) ?? ['']
      const other = { [name]: typeof value === 'boolean' ? !value : `${String(value)}x` }
      expectStatus(await scene.send(withBody(example, other)), 422, 'SE_CO_0422')
    },
  },
  {
    name: 'a tenant that is closed answers 503',
    harm: 'A resident applies and pays during a maintenance, and the application is lost with its end.',
    // It answers what the state of the tenant is.
    applies: ({ operation }) => operation.operationId !== 'getTenantInfo',
    async steps(play, { given, operation: { owned } }) {
      for (const info of infosOfClosedTenants) {
        const tenantId = (await play.given(info)).example.path?.tenantId ?? ''
        const token = owned ? await play.tokenOf('a user is signed in', { tenantId }, 'token of its user') : null
        const { send, example } = await play.given(given)
        const path = owned ? example.path : { ...example.path, tenantId }
        expectStatus(await send({ ...example, token, ...(path && { path }) }), 503, 'SE_CO_0503')
      }
    },
  },
  {
    name: 'a body that is missing or no JSON object is refused as a field',
    harm: 'The portal shows a wrong reason, at sign-in that the password is wrong.',
    applies: ({ members }) => members !== null,
    async steps(play, { given }) {
      const { send, example } = await play.given(given)
      for (const text of ['{"a":', 'null', '[]', '"text"', null]) {
        const body = text === null ? undefined : Buffer.from(text)
        const answer = expectStatus(await send({ ...example, body }), 422, 'SE_CO_0400')
        expectRefusedFields(answer, { '': text === null ? 'required' : 'type' })
      }
    },
  },
  {
    name: 'a member that the document does not have is refused',
    harm: 'What a newer portal sends is lost, and the resident is told that it was stored.',
    applies: ({ members }) => members !== null,
    async steps(play, { given, succeed }) {
      const scene = await play.given(given)
      const answer = expectStatus(await scene.send(withBody(scene.example, { future: true })), 422, 'SE_CO_0400')
      expectRefusedFields(answer, { '/future': 'additionalProperties' })
      await succeed(scene)
    },
  },
  {
    name: 'a member of another type is refused as a field',
    harm: 'Whoever sends any text to the API makes it fail, and fills its log.',
    applies: ({ members }) => members !== null,
    async steps(play, { given, members }) {
      const { send, example } = await play.given(given)
      for (const [name, value] of members ?? []) {
        const other = typeof value === 'object' ? 12 : {}
        const answer = expectStatus(await send(withBody(example, { [name]: other })), 422, 'SE_CO_0400')
        if (!listAt(answer, '/errors').some((error) => valueAt(error, '/pointer') === `/${name}`))
          throw new Broken(`/${name} is not among the refused fields`, answer)
      }
    },
  },
]

function isOwned({ operation }: Subject): boolean {
  return operation.owned
}

/** Whether a member is a switch, or a text that is longer than a choice such as `ja`. */
function hasOther([, value]: readonly [name: string, value: unknown]): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && value.length > 6)
}

const infosOfClosedTenants = ['the info of a suspended tenant', 'the info of a tenant without the web application']

/** Operations whose body names what belongs to one user. */
const ownedByBody: ReadonlySet<string> = new Set(['confirmEmailChange'])

async function expectRefused(
  { send, example }: Scene,
  tokens: readonly { name: string; token: string | null }[],
): Promise<void> {
  const accepted: { name: string; answer: Answer }[] = []
  for (const { name, token } of tokens) {
    const answer = await send({ ...example, token })
    if (answer.exchange.status !== 401 || at(answer, '/code') !== 'SE_CO_0401') accepted.push({ name, answer })
  }
  const [first] = accepted
  if (first !== undefined)
    throw new Broken(`not 401 SE_CO_0401 for ${accepted.map(({ name }) => name).join(', ')}`, first.answer)
}

async function refusesStrangers(play: Play, { given, succeed, isKeyed }: Subject): Promise<void> {
  const strangers = [
    { who: 'another user of the tenant', token: await play.stranger('the same tenant') },
    { who: 'a user of another tenant', token: await play.stranger('another tenant') },
  ]
  const scene = await play.given(given)
  const refuses = async (example: Request, withKey = '') => {
    for (const { who, token } of strangers) {
      if (token === scene.token) throw new NotVerified('the states return the same token for two users')
      const answer = await scene.send({ ...example, token })
      if (answer.exchange.status !== 404) throw new Broken(`not 404 for ${who}${withKey}`, answer)
      expectStatus(answer, 404, 'SE_CO_0404')
    }
  }
  await refuses(scene.example)
  const example = isKeyed ? { ...scene.example, key: newKey() } : scene.example
  await succeed({ ...scene, example })
  if (isKeyed) await refuses(example, ' with the key of the owner')
}
