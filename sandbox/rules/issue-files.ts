import { newId } from '../core/identifiers.ts'
import type { Backend } from './backend.ts'
import type { ChargeRecord, FileRecord, OrderRecord } from '../core/records.ts'
import { endOfTokyoDay, toJapaneseText } from '../core/tokyo-time.ts'
import { pdfOf } from './pdf.ts'
import { orderNounText, serviceName } from './order-views.ts'

export type ReceiptDeps = Pick<Backend, 'clock' | 'db' | 'files' | 'forms' | 'tenants'>

/** Number of days for which a file can be downloaded. */
const availableDays = 365

export function issueReceipt(backend: ReceiptDeps, charge: ChargeRecord, order: OrderRecord | null) {
  const issuedAt = charge.paidAt ?? backend.clock.now()
  const number = `R-${backend.db.next(`receipt ${charge.tenantId}`, 100001)}`
  const file = issueFile(backend, {
    owner: charge,
    kind: 'RECEIPT',
    name: `領収書_${order?.receiptNumber ?? charge.chargeId}.pdf`,
    issuedAt,
    ...(order === null ? {} : { orderId: order.orderId }),
    title: '領収書',
    lines: [
      `領収書番号 ${number}`,
      ...(order === null
        ? []
        : [
            `${orderNounText(backend, order, 'ja')}の受付番号 ${order.receiptNumber}`,
            serviceName(backend, order, 'ja'),
          ]),
      ...charge.lines.map(({ label, amount }) => `${label.ja} ${amount}円`),
      ...(charge.totalLimit === undefined
        ? []
        : [`${charge.totalLimit === 'MINIMUM' ? '合計の最低額' : '合計の上限額'}による調整 ${adjustmentOf(charge)}円`]),
      ...(charge.carriedOver === undefined ? [] : [`前回お支払い済み -${charge.carriedOver}円`]),
      `合計 ${charge.total}円（うち消費税 ${charge.tax}円）`,
      `お支払い日時 ${toJapaneseText(issuedAt)}`,
    ],
  })
  return { number, issuedAt, fileId: file.fileId }
}

function adjustmentOf({ total, carriedOver = 0, lines }: ChargeRecord): number {
  return total + carriedOver - lines.reduce((sum, { amount }) => sum + amount, 0)
}

type NewFile = {
  /** Default: a new one. */
  fileId?: string
  owner: { tenantId: string; userId: string }
  kind: FileRecord['kind']
  name: string
  issuedAt: number
  /** Default: a year. */
  availableUntil?: number
  orderId?: string
  title: string
  lines: string[]
}

/** Issues a PDF to a user. */
export function issueFile(backend: Pick<Backend, 'files'>, { owner, title, lines, ...given }: NewFile): FileRecord {
  const content = pdfOf(title, lines)
  const file: FileRecord = {
    fileId: newId('FI'),
    tenantId: owner.tenantId,
    userId: owner.userId,
    contentType: 'application/pdf',
    size: content.byteLength,
    availableUntil: endOfTokyoDay(given.issuedAt, availableDays),
    ...given,
  }
  backend.files.add(file, content)
  return file
}
