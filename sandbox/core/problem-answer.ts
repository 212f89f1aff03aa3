import type { ErrorCode, FieldError, PaymentAttempt, Problem } from '../../src/api/generated/api.schemas.ts'

const titles: { readonly [code in ErrorCode]: string } = {
  SE_CO_0000: 'Credentials refused',
  SE_CO_0400: 'Refused fields',
  SE_CO_0401: 'Unauthenticated',
  SE_CO_0404: 'Not found',
  SE_CO_0409: 'In progress',
  SE_CO_0412: 'Changed elsewhere',
  SE_CO_0413: 'Too large',
  SE_CO_0415: 'Unsupported media type',
  SE_CO_0422: 'Key reused',
  SE_CO_0429: 'Too many requests',
  SE_CO_0503: 'Unavailable',
  SE_AC_0001: 'Account busy',
  SE_AC_0002: 'Account deleted',
  SE_AP_0001: 'Service stopped',
  SE_AP_0002: 'Unknown form',
  SE_AP_0003: 'Form version refused',
  SE_AP_0004: 'Duplicate application',
  SE_AP_0005: 'Amount changed',
  SE_AP_0006: 'Application submitted',
  SE_AP_0010: 'Not allowed in this state',
  SE_AP_0011: 'A draft is present',
  SE_AT_0001: 'Infected attachment',
  SE_CF_0001: 'Link expired',
  SE_CF_0002: 'Link used',
  SE_CH_0001: 'Already paid',
  SE_CH_0002: 'Already cancelled',
  SE_CH_0003: 'Another attempt is open',
  SE_CH_0004: 'Past due',
  SE_CH_0005: 'Amount changed',
  SE_CH_0010: 'Card provider down',
  SE_DR_0001: 'Draft expired',
  SE_FI_0001: 'File or link expired',
  SE_RG_0001: 'E-mail address taken',
}

/**
 * Thrown by rules and operations; the web API sends it as the response. When it is thrown, nothing has been changed.
 */
export class ProblemAnswer extends Error {
  readonly problem: Problem & { status: number }
  /** Seconds for `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: ErrorCode,
    extra: { errors?: FieldError[]; attempt?: PaymentAttempt; orderId?: string; retryAfter?: number } = {},
  ) {
    super(`${status} ${code}`)
    const { retryAfter, ...members } = extra
    this.problem = { type: 'about:blank', title: titles[code], status, code, ...members }
    this.retryAfter = retryAfter
  }
}

export function notFound() {
  return new ProblemAnswer(404, 'SE_CO_0404')
}
export function refusedFields(errors: FieldError[]) {
  return new ProblemAnswer(422, 'SE_CO_0400', { errors })
}
