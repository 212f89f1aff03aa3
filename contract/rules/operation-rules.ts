/** The rules of every operation: whom it answers, and what it does without an Idempotency-Key. */
import type { Operation } from '../openapi/document.ts'
import { operationOf } from '../pact/pact-file.ts'
import type { Interaction } from '../pact/pact-file.ts'
import { forgedFrom, poolTokens } from './bad-tokens.ts'
import { Broken, NotVerified, at, expectSame, expectStatus, newKey, withBody } from './play.ts'
import type { Answer } from './answer.ts'
import type { Play, Scene } from './play.ts'
import { expectRefusedField, refusedFields } from './refused-texts.ts'
import type { Request } from './request.ts'
import type { Rule } from './rule.ts'

export const refusesInvalidTokens = {
  name: 'a token that is not valid is refused',
  harm: 'Anybody can read and send in the name of a resident.',
}
export const repeatsItsAnswer = {
  name: 'a repeated request gets the first answer',
  harm: 'A resident whose connection breaks reads that something has failed which was done.',
}

/**
 * Rules of every operation that the pact uses, each with the request of a successful interaction: the one whose state
 * most interactions have, which a provider is likely to have first.
 */
export function rulesOfOperations(operations: Iterable<Operation>, interactions: readonly Interaction[]): Rule[] {
  const count = (one: Interaction) => interactions.filter((other) => stateOf(other) === stateOf(one)).length
  return [...operations].flatMap((operation) => {
    const [success] = interactions
      .filter((one) => operationOf(one) === operation.operationId && one.response.status < 300 && succeedsAgain(one))
      .toSorted((one, other) => count(other) - count(one))
    return success === undefined ? [] : rulesOf(operation, success)
  })
}

function stateOf({ providerStates }: Interaction): string {
  return providerStates[0]?.name ?? ''
}

/** Not the second deletion of an account, which needs no user. */
function succeedsAgain({ providerStates }: Interaction): boolean {
  return providerStates.every(({ name }) => name !== 'an account was deleted')
}

function rulesOf(
  { operationId, owned, parameters, path }: Operation,
  { description, request: { body }, response }: Interaction,
): Rule[] {
  const hasKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  const lastId = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1]
  const ofOneOwner = owned && (/\{(?!serviceId|type)\w+\}/.test(path) || ownedByBody.has(operationId))
  const succeed = ({ send, example }: Scene) => send(example).then((answer) => expectStatus(answer, response.status))
  return [
    ...(owned
      ? [
          {
            ...refusesInvalidTokens,
            operations: [operationId],
            steps: (play) => refusesForged(play, description, succeed),
          } satisfies Rule,
          {
            operations: [operationId],
            name: 'an expired token, one of another client and an access token are refused',
            harm: 'Whoever finds an old token, or has one of another system, reads and sends in the name of a resident.',
            steps: (play) => refusesOfPool(play, description, succeed),
          } satisfies Rule,
        ]
      : [
          {
            operations: [operationId],
            name: 'its example is answered without a token',
            harm: 'Nobody can sign in, register or look anything up.',
            steps: async (play) => void (await succeed(await play.given(description))),
          } satisfies Rule,
        ]),
    ...(ofOneOwner
      ? [
          {
            operations: [operationId],
            name: 'what belongs to another user or tenant does not exist',
            harm: 'A resident reads or changes what belongs to another one.',
            steps: (play) => refusesStrangers(play, description, { succeed, hasKey }),
          } satisfies Rule,
        ]
      : []),
    ...(lastId === undefined
      ? []
      : [
          {
            operations: [operationId],
            name: 'an id of another form, or in another case, does not exist',
            harm: 'A resident who opens a damaged link of a mail reads that the service has failed.',
            async steps(play) {
              const { send, example } = await play.given(description)
              const { [lastId]: id = '' } = example.path ?? {}
              const withId = (other: string) => send({ ...example, path: { ...example.path, [lastId]: other } })
              for (const malformed of ['あ', "'", '-', 'x'.repeat(200)])
                expectStatus(await withId(malformed), 404, 'SE_CO_0404')
              const inOtherCase = id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase()
              if (inOtherCase !== id) expectStatus(await withId(inOtherCase), 404)
            },
          } satisfies Rule,
        ]),
    ...(hasKey
      ? [
          {
            operations: [operationId],
            name: 'a request without an Idempotency-Key, or with a malformed one, is refused',
            harm: 'An application that loses its key on the way is sent, paid or deleted twice.',
            async steps(play) {
              const { send, example } = await play.given(description)
              for (const [key, code] of [[null, 'required'] as const, ['short', 'pattern'] as const]) {
                const refused = expectStatus(await send({ ...example, key }), 422, 'SE_CO_0400')
                expectRefusedField(refused, '/Idempotency-Key', code)
              }
              expectStatus(await send(example), response.status)
            },
          } satisfies Rule,
          {
            ...repeatsItsAnswer,
            operations: [operationId],
            async steps(play) {
              const { send, example } = await play.given(description)
              const request = { ...example, key: newKey() }
              const first = expectStatus(await send(request), response.status)
              const again = expectStatus(await send(request), response.status)
              expectSame(again.body, first.body, 'the answer to the repeated request', again)
            },
          } satisfies Rule,
        ]
      : []),
    ...(operationId === alwaysOpen
      ? []
      : [
          {
            operations: [operationId],
            name: 'a tenant that is closed answers 503',
            harm: 'A resident applies and pays during a maintenance, and the application is lost with its end.',
            async steps(play) {
              for (const info of infosOfClosedTenants) {
                const tenantId = (await play.given(info)).example.path?.tenantId ?? ''
                const token = owned
                  ? await play.tokenOf('a user is signed in', { tenantId }, 'token of its user')
                  : null
                const { send, example } = await play.given(description)
                const path = owned ? example.path : { ...example.path, tenantId }
                expectStatus(await send({ ...example, token, ...(path && { path }) }), 503, 'SE_CO_0503')
              }
            },
          } satisfies Rule,
        ]),
    ...(body !== undefined && body.encoded !== 'base64'
      ? [
          {
            operations: [operationId],
            name: 'a body that is missing or no JSON object is refused as a field',
            harm: 'The portal shows a wrong reason, at sign-in that the password is wrong.',
            async steps(play) {
              const { send, example } = await play.given(description)
              for (const text of ['{"a":', 'null', '[]', '"text"', null]) {
                const body = text === null ? undefined : Buffer.from(text)
                const answer = expectStatus(await send({ ...example, body }), 422, 'SE_CO_0400')
                expectRefusedField(answer, '', text === null ? 'required' : 'type')
              }
            },
          } satisfies Rule,
          {
            operations: [operationId],
            name: 'a member that the document does not have is refused',
            harm: 'What a newer portal sends is lost, and the resident is told that it was stored.',
            async steps(play) {
              const { send, example } = await play.given(description)
              const answer = expectStatus(await send(withBody(example, { future: true })), 422, 'SE_CO_0400')
              expectRefusedField(answer, '/future', 'additionalProperties')
              expectStatus(await send(example), response.status)
            },
          } satisfies Rule,
          {
            operations: [operationId],
            name: 'a member of another type is refused as a field',
            harm: 'Whoever sends any text to the API makes it fail, and fills its log.',
            async steps(play) {
              const { send, example } = await play.given(description)
              for (const [name, value] of Object.entries(Object(example.body) as object)) {
                const other = typeof value === 'object' ? 12 : {}
                const answer = expectStatus(await send(withBody(example, { [name]: other })), 422, 'SE_CO_0400')
                if (!refusedFields(answer).some(({ pointer }) => pointer === `/${name}`))
                  throw new Broken(`/${name} is not among the refused fields`, answer)
              }
            },
          } satisfies Rule,
        ]
      : []),
  ]
}

/** A tenant that is closed answers what its state is. */
const alwaysOpen = 'getTenantInfo'
const infosOfClosedTenants = ['the info of a suspended tenant', 'the info of a tenant without the web application']

/** Operations whose body names what belongs to one user. */
const ownedByBody: ReadonlySet<string> = new Set(['confirmEmailChange'])

type Succeed = (scene: Scene) => Promise<Answer>

async function refusesForged(play: Play, description: string, succeed: Succeed): Promise<void> {
  const scene = await play.given(description)
  if (scene.token === null) throw new NotVerified('the states return no token, and --token gives none')
  await expectRefused(scene, forgedFrom(scene.token))
  await succeed(scene)
}

async function refusesOfPool(play: Play, description: string, succeed: Succeed): Promise<void> {
  const tokens = await poolTokens(play)
  const scene = await play.given(description)
  await expectRefused(scene, tokens)
  await succeed(scene)
}

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

async function refusesStrangers(
  play: Play,
  description: string,
  { succeed, hasKey }: { succeed: Succeed; hasKey: boolean },
): Promise<void> {
  const strangers = [
    { who: 'another user of the tenant', token: await play.stranger('the same tenant') },
    { who: 'a user of another tenant', token: await play.stranger('another tenant') },
  ]
  const scene = await play.given(description)
  const refuses = async (example: Request, withKey = '') => {
    for (const { who, token } of strangers) {
      if (token === scene.token) throw new NotVerified('the states return the same token for two users')
      const answer = await scene.send({ ...example, token })
      if (answer.exchange.status !== 404) throw new Broken(`not 404 for ${who}${withKey}`, answer)
      expectStatus(answer, 404, 'SE_CO_0404')
    }
  }
  await refuses(scene.example)
  const example = hasKey ? { ...scene.example, key: newKey() } : scene.example
  await succeed({ ...scene, example })
  if (hasKey) await refuses(example, ' with the key of the owner')
}
