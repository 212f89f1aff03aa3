import { randomInt } from 'node:crypto'
import { sha256 } from '../../core/identifiers.ts'
import type { CodeReason } from './code-mails.ts'
import { codeMail } from './code-mails.ts'
import type { CodeMail, IdentityContext } from '../context.ts'
import { IdentityError } from '../identity-error.ts'
import { sameText } from './srp.ts'

/** The purpose of a code outside a sign-in: a new password, or the verification of one attribute. */
export type CodePurpose = 'reset' | `verify:${string}`

const hourMs = 3_600_000
function validityMs(purpose: CodePurpose) {
  return purpose === 'reset' ? hourMs : 24 * hourMs
}
const sendsPerHour = 5
const wrongAnswersPerCode = 5

export function codeIs(hash: string | undefined, code: string): boolean {
  return hash !== undefined && sameText(hash, sha256(code))
}

function limitExceeded() {
  return new IdentityError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
}

/** Creates and delivers a six-digit code; returns its hash. */
export function deliverCode(
  context: IdentityContext,
  username: string,
  reason: CodeReason,
  to: string,
  channel: CodeMail['channel'],
): string {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  context.deliver(codeMail(username, reason, to, channel, code))
  return sha256(code)
}

/**
 * Sends and stores a code. `to` is absent for an unknown name: everything but the delivery happens, so that the
 * responses are identical.
 */
export function sendCode(
  context: IdentityContext,
  username: string,
  purpose: CodePurpose,
  to: { address: string; channel: CodeMail['channel'] } | undefined,
): void {
  const now = context.now()
  const key = `${username} ${purpose}`
  const sentAt = (context.store.read('codes', key)?.sentAt ?? []).filter((time) => now - time < hourMs)
  if (sentAt.length >= sendsPerHour) throw limitExceeded()
  const codeHash = to
    ? deliverCode(context, username, purpose === 'reset' ? 'reset' : 'verify', to.address, to.channel)
    : sha256(String(randomInt(1_000_000)))
  const expiresAt = now + validityMs(purpose)
  context.store.write(
    'codes',
    key,
    { codeHash, wrongAnswers: 0, sentAt: [...sentAt, now], expiresAt },
    { owner: username, expiresAt },
  )
}

/** Uses up the code, or refuses it: wrong, expired (or never sent), too many wrong answers. */
export function redeemCode(context: IdentityContext, username: string, purpose: CodePurpose, code: string): void {
  const key = `${username} ${purpose}`
  const record = context.store.read('codes', key)
  if (!record || record.expiresAt <= context.now())
    throw new IdentityError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
  if (record.wrongAnswers >= wrongAnswersPerCode) throw limitExceeded()
  if (!codeIs(record.codeHash, code)) {
    const wrongAnswers = record.wrongAnswers + 1
    context.store.write('codes', key, { ...record, wrongAnswers }, { owner: username, expiresAt: record.expiresAt })
    throw new IdentityError('CodeMismatchException', 'Invalid verification code provided, please try again.')
  }
  context.store.remove('codes', key)
}

export function maskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*@(.).*$/, '$1***@$2***')
}

export function maskedPhone(phone: string): string {
  return `+${'*'.repeat(Math.max(0, phone.length - 5))}${phone.slice(-4)}`
}

/** Cognito's name for the destination of a code: `t***@e***` or `+********0003`. */
export function codeDelivery(attribute: string, address: string) {
  return attribute === 'phone_number'
    ? { AttributeName: attribute, DeliveryMedium: 'SMS', Destination: maskedPhone(address) }
    : { AttributeName: attribute, DeliveryMedium: 'EMAIL', Destination: maskedEmail(address) }
}
