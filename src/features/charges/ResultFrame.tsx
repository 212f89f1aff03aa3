import type { ComponentProps, ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ResultIcon } from '../../ui/Icon.tsx'
import styles from './ResultFrame.module.css'

export type ResultTone = 'success' | 'waiting' | 'attention' | 'failure' | 'neutral'

const signs = {
  success: { icon: 'check', tone: 'success' },
  waiting: { icon: 'clock', tone: 'info' },
  attention: { icon: 'alert', tone: 'warning' },
  failure: { icon: 'alert', tone: 'danger' },
  neutral: { icon: 'info', tone: 'neutral' },
} as const satisfies Record<ResultTone, ComponentProps<typeof ResultIcon>>

type Props = {
  tone: ResultTone
  title: string
  body: string
  receiptNumber?: string | undefined
  /** What the number is for. Users print it or write it down. */
  facts?: ComponentProps<typeof DescriptionList>['items']
  children?: ReactNode
  /** The preferred action comes first. */
  actions: ReactNode
}

/**
 * A page about a result: an icon, what happened, the receipt number and the next actions. Screen readers announce a
 * change that happens while the page is open.
 */
export function ResultFrame({ tone, title, body, receiptNumber, facts = [], children, actions }: Props) {
  const records = useText('records')
  const actionBar = <div className={styles.actions}>{actions}</div>
  // After a success the text comes first. If the user has to act, the buttons come first, above the fold.
  const actionsLast = tone === 'success' || tone === 'neutral'
  return (
    <div className={styles.page}>
      <div className={styles.head} role="status">
        <ResultIcon {...signs[tone]} />
        <PageTitle title={title} lead={keepTogether(body, receiptNumber)} />
      </div>
      {!actionsLast && actionBar}
      {receiptNumber !== undefined && (
        <div className={styles.receipt}>
          <p className={styles.receiptLabel}>{records('receiptNumber')}</p>
          <p className={styles.receiptNumber}>{receiptNumber}</p>
          <CopyButton value={receiptNumber} label={records('copyReceiptNumber')} />
          {facts.length > 0 && <DescriptionList items={facts} />}
        </div>
      )}
      {children}
      {actionsLast && actionBar}
    </div>
  )
}

/** Keeps the number on one line: it is misread if it breaks at its hyphen. */
function keepTogether(text: string, part: string | undefined): ReactNode {
  const at = part === undefined ? -1 : text.indexOf(part)
  if (part === undefined || at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <span className={styles.together}>{part}</span>
      {text.slice(at + part.length)}
    </>
  )
}

/** What happens after the payment. */
export function NextSteps({ receipt }: { receipt: boolean }) {
  const t = useText('charges')
  return (
    <section className={styles.next}>
      <h2>{t('result.nextTitle')}</h2>
      <ol>
        <li>{t('result.nextStaff')}</li>
        <li>{t('result.nextFollow')}</li>
        {receipt && <li>{t('result.nextReceipt')}</li>}
        <li>{t('result.nextKeep')}</li>
      </ol>
    </section>
  )
}
