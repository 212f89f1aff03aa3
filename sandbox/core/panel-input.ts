import type { Context } from 'hono'

/** Input that a switch refuses; the message names the expected values. */
export class PanelError extends Error {
  override readonly name = 'PanelError'
}

export type Input = { [name: string]: unknown }

/** The body, as JSON from tests or as a form from the sandbox's own pages. */
export async function inputOf(c: Context): Promise<Input> {
  const type = c.req.header('Content-Type') ?? ''
  if (type.startsWith('application/x-www-form-urlencoded')) return { ...(await c.req.parseBody()) }
  const text = await c.req.text()
  if (text === '') return {}
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new PanelError('The body is not JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new PanelError('The body is not a JSON object')
  return { ...body }
}

export function textOf(input: Input, name: string): string | undefined {
  const value = input[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw new PanelError(`${name} is not a text`)
  return value
}

export function neededText(input: Input, name: string): string {
  const value = textOf(input, name)
  if (value === undefined) throw new PanelError(`${name} is missing`)
  return value
}

export function numberOf(input: Input, name: string): number | undefined {
  const value = input[name]
  if (value === undefined || value === '') return undefined
  const number = Number(value)
  if (!Number.isFinite(number)) throw new PanelError(`${name} is not a number`)
  return number
}

/** A moment: ms since the epoch or RFC 3339. */
export function momentOf(input: Input, name: string): number | undefined {
  const value = input[name]
  if (value === undefined || value === '') return undefined
  const moment = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (!Number.isFinite(moment)) throw new PanelError(`${name} is not a time`)
  return moment
}

export function objectOf(input: Input, name: string): Input | undefined {
  const value = input[name]
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PanelError(`${name} is not an object`)
  return { ...value }
}
