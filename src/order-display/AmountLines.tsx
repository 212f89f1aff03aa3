import type { AmountLine, OrderSummary, Quote } from '../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../i18n/use-text.ts'
import type { Text } from '../i18n/use-text.ts'
import { formatQuantity, formatYen, namesYen } from '../lib/display-text.ts'
import type { Language } from '../lib/language.ts'
import { isCancelled } from './OrderStatus.tsx'
import styles from './AmountLines.module.css'

/** The lines of a charge or quote with how each amount follows, what it deducts, and its total with the tax. */
export function AmountLines({ of: { lines, amount, totalLimit, carriedOver = 0 } }: { of: Quote }) {
  const t = useText('order-display')
  const language = useLanguage()
  const adjustment = amount.total + carriedOver - lines.reduce((sum, line) => sum + line.amount, 0)
  const isComplete = !lines.some(({ announcedLater }) => announcedLater)
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{t('amount.lines')}</caption>
      <tbody>
        {lines.map((line, index) => (
          <tr key={`${index} ${line.label}`}>
            <th scope="row">
              <span>{line.label}</span>
              {explanationOf(line, t, language).map((text) => (
                <span key={text} className={styles.quantity}>
                  {text}
                </span>
              ))}
            </th>
            <td>{line.announcedLater ? t('amount.later') : formatYen(line.amount, language)}</td>
          </tr>
        ))}
        {totalLimit !== undefined && (
          <tr>
            <th scope="row">{t(`amount.totalLimit.${totalLimit}`)}</th>
            <td>{formatYen(adjustment, language)}</td>
          </tr>
        )}
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
            <span>{t(isComplete ? 'amount.total' : 'amount.totalNow')}</span>
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

/** The calculation, what has changed its result, and why. */
function explanationOf(line: AmountLine, t: Text<'order-display'>, language: Language): string[] {
  const { label, unitPrice, quantity = 1, percent, rounding, limit, reason } = line
  const factors = line.factors?.map(({ number, unit }) => formatQuantity(number, unit, language))
  const times = [
    ...(factors ?? (quantity > 1 ? [String(quantity)] : [])),
    ...(percent === undefined ? [] : [`${percent}%`]),
  ]
  // The price of one is the amount beside it, or in the name of the line.
  const calculation = (price: number) =>
    namesYen(label, price)
      ? t('amount.times', { quantity: times.join(' × ') })
      : t('amount.quantity', { unitPrice: formatYen(price, language), quantity: times.join(' × ') })
  return [
    ...(times.length === 0 || unitPrice === undefined ? [] : [calculation(unitPrice)]),
    ...(rounding ? [t(`amount.rounding.${rounding.mode}`, { to: formatYen(rounding.to, language) })] : []),
    ...(limit ? [t(`amount.limit.${limit}`)] : []),
    ...(reason === undefined ? [] : [reason]),
  ]
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
