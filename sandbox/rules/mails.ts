import { isJapanese } from '../../form-model/language-tag.ts'
import type { Backend } from './backend.ts'
import type { ChargeRecord, ConfirmationRecord, OrderRecord } from '../core/records.ts'
import { toJapaneseText } from '../core/tokyo-time.ts'
import { orderNounText, serviceName } from './order-views.ts'

export type OrderMailDeps = Pick<Backend, 'forms' | 'origin' | 'outbox' | 'residents' | 'tenants'>

/** The mails to residents. Their texts belong to the API, not to the portal. */

export function orderMail(backend: OrderMailDeps, order: OrderRecord, charge: ChargeRecord | null): void {
  const name = serviceName(backend, order, order.locale)
  const noun = orderNounText(backend, order, order.locale)
  const link = `${backend.origin}/${order.tenantId}/history-details/${order.orderId}`
  const lines = isJapanese(order.locale)
    ? [
        `${noun}を受け付けました。`,
        `手続き：${name}`,
        `受付番号：${order.receiptNumber}`,
        `受付日時：${toJapaneseText(order.submittedAt)}`,
        ...(charge === null ? [] : [`お支払い金額：${charge.total}円（${toJapaneseText(charge.dueAt)}まで）`]),
      ]
    : [
        `We received your ${noun}.`,
        `Procedure: ${name}`,
        `Receipt number: ${order.receiptNumber}`,
        ...(charge === null ? [] : [`Amount to pay: ${charge.total} yen`]),
      ]
  mailTo(backend, order, {
    subject: isJapanese(order.locale) ? `${noun}受付のお知らせ（${name}）` : `Your ${noun} was received: ${name}`,
    lines,
    link,
  })
}

export function paymentMail(backend: OrderMailDeps, order: OrderRecord, charge: ChargeRecord): void {
  const name = serviceName(backend, order, order.locale)
  const link = `${backend.origin}/${order.tenantId}/history-details/${order.orderId}`
  mailTo(backend, order, {
    subject: isJapanese(order.locale) ? `お支払い完了のお知らせ（${name}）` : `Payment received: ${name}`,
    lines: isJapanese(order.locale)
      ? [`「${name}」のお支払い（${charge.total}円）を確認しました。`, `受付番号：${order.receiptNumber}`]
      : [`We received your payment of ${charge.total} yen for "${name}".`, `Receipt number: ${order.receiptNumber}`],
    link,
  })
}

function mailTo(
  backend: Pick<Backend, 'outbox' | 'residents'>,
  order: OrderRecord,
  mail: { subject: string; lines: string[]; link: string },
): void {
  const resident = backend.residents.find(order.tenantId, order.userId)
  if (resident === null) return
  backend.outbox.send({
    to: resident.email,
    channel: 'email',
    tenantId: order.tenantId,
    subject: mail.subject,
    body: [...mail.lines, '', mail.link].join('\n'),
    link: mail.link,
  })
}

const confirmationSubjects: { readonly [type in ConfirmationRecord['type']]: string } = {
  registration: '利用者登録のご案内',
  password_reset: 'パスワード再設定のご案内',
  email_change: 'メールアドレス変更のご確認',
}

export function confirmationMail(backend: Pick<Backend, 'origin' | 'outbox'>, confirmation: ConfirmationRecord): void {
  const { tenantId, type, confirmationId, email, expiresAt } = confirmation
  const query = new URLSearchParams({ type, tenantId, id: confirmationId })
  const link = `${backend.origin}/mail-confirmation?${query.toString()}`
  backend.outbox.send({
    to: email,
    channel: 'email',
    tenantId,
    subject: confirmationSubjects[type],
    body: `次のリンクを開いて、手続きを続けてください。\n${link}\n\nリンクの有効期限：${toJapaneseText(expiresAt)}`,
    link,
  })
}

/** A mail to the old address: a user who did not request the change must learn of it. */
export function emailChangedMail(backend: Pick<Backend, 'outbox'>, tenantId: string, email: string): void {
  backend.outbox.send({
    to: email,
    channel: 'email',
    tenantId,
    subject: 'メールアドレス変更のお知らせ',
    body: 'ログインに使うメールアドレスが変更されました。\nお心当たりがない場合は、お問い合わせ先にご連絡ください。',
  })
}

/** The mail to an address that is already registered, for tenants whose page must not reveal this. */
export function alreadyRegisteredMail(
  backend: Pick<Backend, 'origin' | 'outbox'>,
  tenantId: string,
  email: string,
): void {
  const link = `${backend.origin}/login/${tenantId}`
  backend.outbox.send({
    to: email,
    channel: 'email',
    tenantId,
    subject: '登録済みのお知らせ',
    body: `このメールアドレスはすでに登録されています。ログインしてください。\n${link}`,
    link,
  })
}
