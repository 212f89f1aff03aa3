/** A request to the provider and its answer. */
export type Exchange = {
  method: string
  /** With the query. */
  path: string
  /** The body that was sent, empty without one. */
  sent: string
  /** 0 without an answer. */
  status: number
  /** The body of the answer. */
  answer: string
}

/** What was verified at one operation, and the result. */
export type Check = {
  kind: 'interaction' | 'rule'
  operation: string
  name: string
  /** The provider state of an interaction. */
  state?: string
  /** What a resident would suffer. */
  harm?: string
  result: 'passed' | 'failed' | 'not verified'
  /** Why it did not pass, a sentence each. */
  reasons: string[]
  /** Failed, because its state could not be set. */
  isUnset?: boolean
  /** The request that shows it. */
  exchange?: Exchange
}

/** An answer in a line: its status, then `code` and `errors` of a problem or the beginning of any other body. */
export function answerInWords({ status, answer }: Exchange): string {
  if (status === 0) return 'no answer'
  const problem = problemOf(answer)
  if (problem === null) return `${status} ${shortened(answer)}`.trimEnd()
  const { code, errors } = problem
  return [status, code, ...(errors === undefined ? [] : [JSON.stringify(errors)])].join(' ')
}

export function shortened(text: string, length = 400): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}

function problemOf(answer: string): { code: string; errors?: unknown } | null {
  if (!answer.startsWith('{')) return null
  try {
    const body: unknown = JSON.parse(answer)
    if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'string') return null
    return { code: body.code, ...('errors' in body ? { errors: body.errors } : {}) }
  } catch {
    return null
  }
}
