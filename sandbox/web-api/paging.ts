import type { Locale } from '../../src/api/generated/api.schemas.ts'
import { refusedFields } from '../core/problem-answer.ts'
import { fieldError } from '../rules/field-messages.ts'

const defaultLimit = 20

/** Position of a page: the time and the id of the last item of the page before. */
export type Position = { at: number; id: string }

export function limitOf(query: URLSearchParams): number {
  return Number(query.get('limit') ?? defaultLimit)
}

/** The position in a cursor; null on the first page. An invalid cursor is a refused field. */
export function positionOf(query: URLSearchParams, locale: Locale): Position | null {
  const cursor = query.get('cursor')
  if (cursor === null) return null
  const [, at, id] = /^(\d+)\.([\w-]+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (at === undefined || id === undefined) throw refusedFields([fieldError('/cursor', 'format', locale)])
  return { at: Number(at), id }
}

/** Makes a page of `limit + 1` items, with the cursor of the next page if there are more items. */
export function pageOf<Item>(
  items: readonly Item[],
  limit: number,
  position: (item: Item) => Position,
): { items: Item[]; nextCursor: string | null } {
  const page = items.slice(0, limit)
  const last = page.at(-1)
  if (items.length <= limit || last === undefined) return { items: page, nextCursor: null }
  const { at, id } = position(last)
  return { items: page, nextCursor: Buffer.from(`${at}.${id}`).toString('base64url') }
}
