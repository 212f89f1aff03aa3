import type { OrderSummary } from '../../src/api/generated/api.schemas.ts'
import {
  Broken,
  at,
  expectOther,
  expectSame,
  expectStatus,
  listAt,
  newKey,
  textAt,
  valuesOf,
  withBody,
} from './play.ts'
import type { Answer } from './answer.ts'
import type { Send } from './play.ts'
import { withFamilyName } from './request.ts'
import type { Request } from './request.ts'
import type { Rule } from './rule.ts'

type Row = Readonly<Record<string, unknown>>

const applications = 'the applications of a user'

/** Each list: an interaction with several items, and the members that identify one. */
export const lists = [
  { operation: 'listOrders', given: applications, id: ['orderId'], time: 'submittedAt' },
  { operation: 'listDrafts', given: 'the drafts of a user', id: ['serviceId', 'type'], time: 'savedAt' },
  { operation: 'listFiles', given: 'the issued files', id: ['fileId'], time: 'issuedAt' },
] as const

const ofEachList = lists.flatMap(({ operation, given, id, time }): Rule[] => [
  {
    operations: [operation],
    name: 'every item is on one page, the newest first',
    harm: 'A resident does not find an application, a draft or a file that exists.',
    async steps(play) {
      const { send, example } = await play.given(given)
      const all = expectStatus(await send(example), 200)
      const rows = rowsOf(all)
      const times = rows.map((row) => Date.parse(String(row[time])))
      expectSame(
        times,
        times.toSorted((one, other) => other - one),
        `the order by ${time}`,
        all,
      )
      await expectPages(send, all, id)
    },
  },
  {
    operations: [operation],
    name: 'a limit that is no number from 1 to 100 is refused',
    harm: 'Everyone waits while one client reads the whole history at once.',
    async steps(play) {
      const { send } = await play.given(given)
      for (const limit of ['x', 0, 101]) expectStatus(await send({ operation, query: { limit } }), 422, 'SE_CO_0400')
    },
  },
  {
    operations: [operation],
    name: 'a cursor that no page has returned is refused',
    harm: 'A resident gets the first page again as the next one, and never reaches the end of the list.',
    async steps(play) {
      const { send, example } = await play.given(given)
      await expectRefusedParameter(send, example, { cursor: 'unknown' })
    },
  },
  {
    operations: [operation],
    name: 'a parameter that the document does not have is ignored',
    harm: 'Residents see no list at all as soon as a newer portal asks for something that the API does not know yet.',
    async steps(play) {
      const { send, example } = await play.given(given)
      const list = expectStatus(await send(example), 200)
      const again = expectStatus(await send({ ...example, query: { ...example.query, future: '1' } }), 200)
      expectSame(rowsOf(again).map(idIn(id)), rowsOf(list).map(idIn(id)), 'the list with another parameter', again)
    },
  },
  {
    operations: [operation],
    name: 'the list has only what belongs to the user',
    harm: 'A resident sees the applications, drafts or files of another one.',
    async steps(play) {
      const tokens = [await play.stranger('the same tenant'), await play.stranger('another tenant')]
      const { send, example } = await play.given(given)
      for (const token of tokens) {
        const list = expectStatus(await send({ ...example, token }), 200)
        expectSame(list.body, { items: [], nextCursor: null }, 'the list of another user', list)
      }
      const own = expectStatus(await send(example), 200)
      expectSame(rowsOf(own).length > 0, true, 'whether the list of the user has items', own)
    },
  },
])

const closed: ReadonlySet<string> = new Set(['FINISHED', 'CANCELLED_BY_USER', 'CANCELLED_BY_TENANT'])

type Query = NonNullable<Request['query']>
type Filter = { query: Query; fits: (order: OrderSummary) => boolean }

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

export const listRules: readonly Rule[] = [
  ...ofEachList,
  ...(
    [
      ['listServices', 'the services of a tenant', null],
      ['listOrders', applications, 'serviceName'],
      ['listDrafts', 'the drafts of a user', 'serviceName'],
      ['getOrder', 'an application that waits for its payment', 'serviceName'],
    ] as const
  ).map(([operation, given, member]): Rule => ({
    operations: [operation],
    name: 'names are in the language that was asked for, otherwise in Japanese',
    harm: 'A resident who has chosen English recognizes neither the procedures nor the own application.',
    async steps(play) {
      const { send, example } = await play.given(given)
      await expectLanguages(send, example, ({ body }) => (member === null ? body : valuesOf(body, member)))
    },
  })),
  {
    operations: ['listOrders'],
    name: 'a search finds names of every language, and only what has its text',
    harm: 'A resident who reads the portal in English finds no application by its name, and applies again.',
    async steps(play) {
      const { send, example } = await play.given(applications)
      const orders = listAt(expectStatus(await send(example), 200), '/items') as OrderSummary[]
      const inEnglish = expectStatus(await send({ ...example, language: 'en' }), 200)
      const names = new Map(rowsOf(inEnglish).map((row) => [row.orderId, String(row.serviceName)]))
      const hasIn = (text: string) => (order: OrderSummary) =>
        [order.receiptNumber, order.serviceName, names.get(order.orderId) ?? ''].some((one) => one.includes(text))
      for (const name of names.values())
        await expectFiltered(send, orders, { query: { q: name.slice(1) }, fits: hasIn(name.slice(1)) })
      // With what a statement of a database reads as any text, or as its own.
      for (const q of ['%', '_', "' OR ''='"]) await expectFiltered(send, orders, { query: { q }, fits: hasIn(q) })
    },
  },
  {
    operations: ['listOrders'],
    name: 'the pages of a filtered list are together that list',
    harm: 'A resident who searches finds on the next page what was not asked for.',
    async steps(play) {
      const { send, example } = await play.given(applications)
      const all = expectStatus(await send(example), 200)
      const { serviceId } = (listAt(all, '/items') as OrderSummary[])[0] ?? { serviceId: '' }
      for (const query of [{ serviceId }, { scope: 'closed' }])
        await expectPages(send, expectStatus(await send({ operation: 'listOrders', query }), 200), ['orderId'], query)
    },
  },
  {
    operations: ['listOrders'],
    name: 'each filter finds exactly what fits',
    harm: 'A resident who searches does not find the application, and applies again.',
    async steps(play) {
      const { send, example } = await play.given(applications)
      const all = expectStatus(await send(example), 200)
      const orders = listAt(all, '/items') as OrderSummary[]
      for (const filter of orders.flatMap(filtersOf)) await expectFiltered(send, orders, filter)
      for (const scope of ['active', 'closed', 'all'])
        await expectFiltered(send, orders, {
          query: { scope },
          fits: ({ status }) => scope === 'all' || closed.has(status) === (scope === 'closed'),
        })
    },
  },
  {
    operations: ['listOrders'],
    name: 'a filter by a value that the document does not have is refused',
    harm: 'A resident searches and reads a list of other applications than those that were asked for.',
    async steps(play) {
      const { send, example } = await play.given(applications)
      for (const query of [{ scope: 'open' }, { status: ['UNKNOWN'] }, { from: 'yesterday' }, { to: '2026-02-30' }])
        await expectRefusedParameter(send, example, query)
    },
  },
  {
    operations: ['listOrders'],
    name: 'no filter finds what belongs to another user',
    harm: 'A resident who searches sees the applications of another one.',
    async steps(play) {
      const token = await play.stranger('the same tenant')
      const { send, example } = await play.given(applications)
      const orders = listAt(expectStatus(await send(example), 200), '/items') as OrderSummary[]
      for (const { query } of orders.flatMap(filtersOf)) {
        const list = expectStatus(await send({ operation: 'listOrders', query, token }), 200)
        expectSame(rowsOf(list), [], 'the list of another user', list)
      }
    },
  },
  {
    operations: ['listOrders'],
    name: 'a day of a filter is a day in Japan',
    harm: 'A resident who searches for a day does not find what was sent early in the morning or late at night.',
    async steps(play) {
      const times = ['2026-03-03T00:00:00+09:00', '2026-03-02T23:59:59+09:00', '2026-03-02T00:30:00+09:00']
      const { send, example } = await play.given(applications, applicationsAt(...times))
      const orders = listAt(expectStatus(await send(example), 200), '/items') as OrderSummary[]
      for (const day of ['2026-03-02', '2026-03-03'])
        for (const filter of filtersByDay(day)) await expectFiltered(send, orders, filter)
    },
  },
  {
    operations: ['listOrders'],
    name: 'applications of the same time are each on one page',
    harm: 'A resident does not find an application that exists, and applies again.',
    async steps(play) {
      const time = '2026-03-03T10:00:00+09:00'
      const { send, example } = await play.given(applications, applicationsAt(time, time, time))
      const all = expectStatus(await send(example), 200)
      expectSame(rowsOf(all).length, 3, 'the number of applications', all)
      await expectPages(send, all, ['orderId'])
    },
  },
  {
    operations: ['listOrders', 'submitOrder'],
    name: 'a new application does not move the next page',
    harm: 'A resident who applies while reading the history finds one application twice, another one not at all.',
    async steps(play) {
      const { send, example } = await play.given('an application with a fee')
      const submit = async (familyName: string) => {
        const application = withBody(withFamilyName(example, familyName), { applicationId: newKey() })
        return textAt(expectStatus(await send(application), 201), '/orderId')
      }
      const oldest = await submit('山田')
      await submit('佐藤')
      const first = expectStatus(await send({ operation: 'listOrders', query: { limit: 1 } }), 200)
      await submit('鈴木')
      const query = { limit: 1, cursor: textAt(first, '/nextCursor') }
      const next = expectStatus(await send({ operation: 'listOrders', query }), 200)
      expectSame(rowsOf(next).map(idIn(['orderId'])), [oldest], 'the next page after a new application', next)
    },
  },
]

/** Whatever its code is. */
async function expectRefusedParameter(send: Send, example: Request, query: Query): Promise<void> {
  const refused = expectStatus(await send({ ...example, query }), 422, 'SE_CO_0400')
  const pointers = Object.keys(query).map((name) => `/${name}`)
  expectSame(valuesOf(at(refused, '/errors'), 'pointer'), pointers, 'the list of refused parameters', refused)
}

/** An unknown language is answered in Japanese; of a list of languages the first one counts. */
async function expectLanguages(send: Send, example: Request, namesIn: (answer: Answer) => unknown): Promise<void> {
  const answerIn = async (language: string) => expectStatus(await send({ ...example, language }), 200)
  const inJapanese = await answerIn('ja')
  const names = namesIn(inJapanese)
  if (!japanese.test(JSON.stringify(names) ?? '')) throw new Broken('no name is in Japanese', inJapanese)
  const inFrench = await answerIn('fr')
  expectSame(namesIn(inFrench), names, 'what is answered for the unknown language fr', inFrench)
  const inEnglish = await answerIn('en')
  expectOther(namesIn(inEnglish), names, 'what is answered for en', inEnglish)
  const ofBrowser = await answerIn('en-US,en;q=0.9,ja;q=0.8')
  expectSame(namesIn(ofBrowser), namesIn(inEnglish), 'what is answered for en-US,en;q=0.9,ja;q=0.8', ofBrowser)
}

/** Applications of these times, the newest first. */
function applicationsAt(...times: string[]): Row {
  const orders = times.map((submittedAt, index) => ({
    orderId: `OR-100${times.length - index}`,
    serviceId: 'residence-certificate',
    type: 'individual',
    status: 'IN_PROCESS',
    submittedAt,
  }))
  return { orders }
}

/** The pages of one item each are together the list. */
async function expectPages(send: Send, all: Answer, id: readonly string[], filter: Query = {}): Promise<void> {
  const { operation } = all
  const rows = rowsOf(all)
  const pages = [expectStatus(await send({ operation, query: { ...filter, limit: 1 } }), 200)]
  for (let page = pages[0]; page !== undefined && pages.length <= rows.length; page = pages.at(-1)) {
    const cursor = at(page, '/nextCursor')
    if (typeof cursor !== 'string') break
    pages.push(expectStatus(await send({ operation, query: { ...filter, limit: 1, cursor } }), 200))
  }
  const full = pages.find((one) => rowsOf(one).length > 1)
  if (full !== undefined) throw new Broken('a page has more items than limit=1', full)
  const page = pages.at(-1) ?? all
  const paged = pages.flatMap(rowsOf)
  expectSame(paged.map(idIn(id)), rows.map(idIn(id)), 'the list of all pages of one item', page)
  expectSame(at(page, '/nextCursor'), null, 'the nextCursor of the last page', page)
}

function filtersOf(sample: OrderSummary): Filter[] {
  const { serviceId, status, submittedAt, receiptNumber, serviceName } = sample
  const day = dayOf(submittedAt)
  return [
    { query: { serviceId }, fits: (order) => order.serviceId === serviceId },
    { query: { status: [status] }, fits: (order) => order.status === status },
    {
      query: { status: [status, 'FINISHED'] },
      fits: (order) => order.status === status || order.status === 'FINISHED',
    },
    ...filtersByDay(day),
    {
      query: { from: day, to: day, serviceId },
      fits: (o) => dayOf(o.submittedAt) === day && o.serviceId === serviceId,
    },
    {
      query: { q: receiptNumber },
      fits: (order) => order.receiptNumber.includes(receiptNumber) || order.serviceName.includes(receiptNumber),
    },
    { query: { q: serviceName.slice(1) }, fits: (order) => order.serviceName.includes(serviceName.slice(1)) },
  ]
}

function filtersByDay(day: string): Filter[] {
  return [
    { query: { from: day }, fits: (order) => dayOf(order.submittedAt) >= day },
    { query: { to: day }, fits: (order) => dayOf(order.submittedAt) <= day },
    { query: { from: day, to: day }, fits: (order) => dayOf(order.submittedAt) === day },
  ]
}

async function expectFiltered(send: Send, orders: readonly OrderSummary[], { query, fits }: Filter): Promise<void> {
  const answer = expectStatus(await send({ operation: 'listOrders', query }), 200)
  const found = rowsOf(answer).map(({ orderId }) => orderId)
  const wanted = orders.filter(fits).map(({ orderId }) => orderId)
  expectSame(found, wanted, 'the list of applications', answer)
}

const japaneseDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short' })

function dayOf(time: string): string {
  return japaneseDay.format(new Date(time))
}

function rowsOf(answer: Answer): Row[] {
  return listAt(answer, '/items') as Row[]
}

function idIn(members: readonly string[]) {
  return (row: unknown): string => members.map((name) => String((row as Row)[name])).join('/')
}
