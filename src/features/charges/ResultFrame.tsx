import { useId } from 'react'
import type { ComponentProps } from 'react'
import { useGetOrderSuspense } from '../../api/generated/orders/orders.ts'
import { useByLanguage } from '../../api/use-by-language.ts'
import { SectionBoundary } from '../../feedback/SectionBoundary.tsx'
import { aboutQuery, stepsAfter } from '../../form-engine/definition/about-texts.ts'
import { useText } from '../../i18n/use-text.ts'
import { useConfig } from '../../lib/config-context.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ResultIcon } from '../../ui/Icon.tsx'
import { inPhrases } from '../../ui/phrases.ts'
import styles from './ResultFrame.module.css'
import type { Content, Elements } from '../../ui/elements.ts'

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
  /** What the user can check or do, after the body. */
  help?: string | undefined
  receiptNumber?: string | undefined
  /** What the number is for. Users print it or write it down. */
  facts?: ComponentProps<typeof DescriptionList>['items']
  children?: Elements
  /** The preferred action comes first. */
  actions: Content
}

/**
 * A page about a result: an icon, what happened, the receipt number and the next actions. Screen readers read the body
 * with the heading, and announce a change that happens while the page is open.
 */
export function ResultFrame({ tone, title, body, help, receiptNumber, facts = [], children, actions }: Props) {
  const records = useText('order-display')
  const bodyId = useId()
  const actionBar = <div className={styles.actions}>{actions}</div>
  // After a success the text comes first. If the user has to act, the buttons come first, above the fold.
  const actionsLast = tone === 'success' || tone === 'neutral'
  return (
    <div className={styles.page}>
      <div className={styles.head} role="status">
        <ResultIcon {...signs[tone]} />
        <PageTitle
          title={title}
          lead={<span id={bodyId}>{keepTogether(body, receiptNumber)}</span>}
          describedBy={bodyId}
        />
        {help !== undefined && <p>{help}</p>}
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
function keepTogether(text: string, part: string | undefined): Content {
  const at = part === undefined ? -1 : text.indexOf(part)
  if (part === undefined || at === -1) return text
  return (
    <>
      <span>{text.slice(0, at)}</span>
      <span className={styles.together}>{part}</span>
      <span>{text.slice(at + part.length)}</span>
    </>
  )
}

type NextStepsProps = { orderId: string; receipt: boolean }

/** What happens after the submission, and after the payment if there is a fee. */
export function NextSteps({ orderId, receipt }: NextStepsProps) {
  const t = useText('charges')
  return (
    <section className={styles.next}>
      <h2>{inPhrases(t('result.nextTitle'))}</h2>
      <SectionBoundary skeleton={<div className={styles.waitingSteps} />} failed={() => <Steps lines={null} />}>
        <FormSteps orderId={orderId} />
      </SectionBoundary>
      <ul>
        <li>{t('result.nextFollow')}</li>
        {receipt && <li>{t('result.nextReceipt')}</li>}
        <li>{t('result.nextKeep')}</li>
      </ul>
    </section>
  )
}

/** The steps that the author of the form describes on the page about the procedure. */
function FormSteps({ orderId }: Pick<NextStepsProps, 'orderId'>) {
  const { formsBase } = useConfig()
  const { tenantId } = useTenant()
  const { data: order } = useGetOrderSuspense(orderId)
  const { serviceId, type, formVersion } = order
  const address = { formsBase, tenantId, serviceId, type, formVersion }
  const about = useByLanguage((language) => aboutQuery(address, language))
  return <Steps lines={stepsAfter(about, order)} />
}

/** @param lines null if they are unknown */
function Steps({ lines }: { lines: readonly string[] | null }) {
  const t = useText('charges')
  return (
    <ol>
      {(lines ?? [t('result.nextStaff')]).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  )
}
