import { describe, expect, it } from 'vitest'
import {
  countFilters,
  isPeriodReversed,
  readHistoryFilters,
  toHistoryQuery,
  toListOrdersParams,
} from './history-filters.ts'

function read(search: string) {
  return readHistoryFilters(new URLSearchParams(search))
}
const none = { q: '', status: null, service: null, from: null, to: null }

describe('readHistoryFilters', () => {
  it('reads a full address', () => {
    expect(read('?q=2026-000101&status=FINISHED&service=juminhyo&from=2026-01-01&to=2026-12-31')).toEqual({
      q: '2026-000101',
      status: 'FINISHED',
      service: 'juminhyo',
      from: '2026-01-01',
      to: '2026-12-31',
    })
  })

  it.each([
    '',
    '?status=&service=&from=&to=&q=',
    '?status=finished',
    '?status=constructor',
    '?service=../x',
    '?from=2026-02-30',
    '?from=2026-2-3',
    '?to=yesterday',
    '?q=%20%20',
    '?other=1',
  ])('ignores invalid values: %s', (search) => {
    expect(read(search)).toEqual(none)
  })

  it('drops invisible characters of a search', () => {
    expect(read(`?q=${encodeURIComponent('\u202a2026-000101\u202c')}`).q).toBe('2026-000101')
    expect(read(`?q=${encodeURIComponent('\u200b')}`).q).toBe('')
  })

  it('shortens a search to the maximum of the API', () => {
    expect(read(`?q=${'a'.repeat(200)}`).q).toHaveLength(100)
  })
})

describe('toListOrdersParams', () => {
  it('requests everything, one page at a time', () => {
    expect(toListOrdersParams(none)).toEqual({ scope: 'all', limit: 30 })
  })

  it('maps the filters to the names of the API', () => {
    const params = toListOrdersParams(read('?status=IN_PROCESS&service=juminhyo&from=2026-01-01'))
    expect(params).toEqual({
      scope: 'all',
      limit: 30,
      status: ['IN_PROCESS'],
      serviceId: 'juminhyo',
      from: '2026-01-01',
    })
  })
})

describe('the search of the history', () => {
  it.each(['２０２６－０００１０１', '2026−000101', '2026ー000101'])('finds a receipt number typed as %s', (typed) => {
    expect(toListOrdersParams({ ...none, q: typed }).q).toBe('2026-000101')
  })

  it.each(['住民票', 'コピー機（予約）', '水道 開始'])('keeps the words %s', (typed) => {
    expect(toListOrdersParams({ ...none, q: typed }).q).toBe(typed)
  })
})

describe('toHistoryQuery', () => {
  it.each(['', 'q=a+b&status=FINISHED&service=juminhyo&from=2026-01-01&to=2026-12-31', 'to=2026-12-31'])(
    'writes %j as it reads it',
    (search) => {
      expect(new URLSearchParams(toHistoryQuery(read(`?${search}`))).toString()).toBe(search)
    },
  )
})

describe('the state of the filters', () => {
  it('counts a period once', () => {
    expect(countFilters(read(''))).toBe(0)
    expect(countFilters(read('?from=2026-01-01&to=2026-01-31'))).toBe(1)
    expect(countFilters(read('?q=a&status=FINISHED&service=b&to=2026-01-31'))).toBe(4)
  })

  it('detects a period that ends before it begins', () => {
    expect(isPeriodReversed(read('?from=2026-02-01&to=2026-01-01'))).toBe(true)
    expect(isPeriodReversed(read('?from=2026-01-01&to=2026-01-01'))).toBe(false)
    expect(isPeriodReversed(read('?from=2026-01-01'))).toBe(false)
  })
})
