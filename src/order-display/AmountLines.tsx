import type { OrderSummary, Quote } from '../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../i18n/use-text.ts'
import { formatYen, namesYen } from '../lib/display-text.ts'
import { isCancelled } from './OrderStatus.tsx'
import styles from './AmountLines.module.css'

/** The lines of a charge or quote, what it deducts, and its total with the tax. */
export function AmountLines({ of: { lines, amount, carriedOver = 0 } }: { of: Quote }) {
  const t = useText('order-display')
  const language = useLanguage()
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{t('amount.lines')}</caption>
      <tbody>
        {lines.map((line, index) => (
          <tr key={`${index} ${line.label}`}>
            <th scope="row">
              <span>{line.label}</span>
              {/* The price of one is the amount beside it. */}
              {line.quantity !== undefined && line.quantity > 1 && line.unitPrice !== undefined && (
                <span className={styles.quantity}>
                  {t(namesYen(line.label, line.unitPrice) ? 'amount.times' : 'amount.quantity', {
                    unitPrice: formatYen(line.unitPrice, language),
                    quantity: line.quantity,
                  })}
                </span>
              )}
            </th>
            <td>{formatYen(line.amount, language)}</td>
          </tr>
        ))}
        {carriedOver > 0 && (
          <tr>
            <th scope="row">{t('amount.carriedOver')}</th>
            <td>{formatYen(-carriedOver, language)}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <span>{t('amount.total')}</span>
            {amount.tax > 0 && (
              <span className={styles.quantity}>{t('amount.tax', { tax: formatYen(amount.tax, language) })}</span>
            )}
          </th>
          <td>{formatYen(amount.total, language)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** About a correction without a charge: what was paid for the returned application covers its fee or more. */
export function NothingDue({ order }: { order: Pick<OrderSummary, 'status'> }) {
  const t = useText('order-display')
  return (
    <>
      <p>{t('amount.nothingDue')}</p>
      {/* After a return the payment is carried over again; after a withdrawal the next step names the whole refund. */}
      {!isCancelled(order) && <p>{t('amount.rest')}</p>}
    </>
  )
}
