import type { Answers } from '../../../../form-model/definition.ts'
import { valueAt } from '../../../../form-model/pointer.ts'
import { useNavigate } from 'react-router-dom'
import type { DraftShippingAddress } from '../../../api/generated/api.schemas.ts'
import { useGetOrder } from '../../../api/generated/orders/orders.ts'
import { staleTimes } from '../../../api/queries.ts'
import { answersToSend } from '../../../form-engine/validation/answers-to-send.ts'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { notify } from '../../../feedback/notify.ts'
import { readFromTheTop } from '../../../ui/PageTitle.tsx'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import { inPhrases } from '../../../ui/phrases.ts'
import styles from './application-layout.module.css'
import { attachmentsOf, leavesOf } from '../../../../form-model/answers.ts'
import type { ApplicationStore } from './application-store.ts'
import { canonicalJson } from '../../../../form-model/canonical.ts'
import { chosenAddress } from '../draft/draft.ts'
import type { DraftContent } from '../draft/draft.ts'
import { addressPointer } from '../draft/merge.ts'
import type { Conflict, Received } from '../draft/saving-types.ts'
import type { AttachmentRef } from '../../../form-engine/attachments/attachment-storage.ts'
import { useAttachments } from '../attachments/use-application-attachments.ts'
import { isRecord } from '../../../../form-model/record.ts'
import { answerLine, fieldName } from '../../../form-engine/answers/field-names.ts'
import { useApplicationState } from './use-application.ts'
import { useReplacement } from './use-replacement.ts'
import type { Replacement } from './use-replacement.ts'

type Props = { store: ApplicationStore; form: LoadedForm }

/**
 * A decision that only the user can make. Escape and the back gesture postpone the answer: a notice on the page opens
 * the question again.
 */
export function QuestionDialog({ store, form }: Props) {
  const question = useApplicationState(store, (state) => state.question)
  const postponed = useApplicationState(store, (state) => state.postponed)
  if (question?.kind === 'gone') {
    if (question.reason !== 'earlier') return <GoneQuestion store={store} postponed={postponed} />
    return postponed ? null : <EarlierDialog store={store} form={form} received={question.received} />
  }
  if (question === null || postponed || question.conflicts === null) return null
  return <ConflictDialog store={store} form={form} theirs={question.theirs} conflicts={question.conflicts} />
}

/** Both devices have changed the same answers: shows both, and nothing is lost before the user has chosen. */
function ConflictDialog({
  store,
  form,
  theirs,
  conflicts,
}: Props & { theirs: Conflict['theirs']; conflicts: readonly string[] }) {
  const t = useText('apply')
  const language = useLanguage()
  const copies = [{ ...store.state().content, answers: store.answersNow() }, theirs.content] as const
  const { attachments, loading } = useAttachments(
    copies.flatMap(({ answers }) => attachmentsOf(form.definition, answers)),
  )
  const words = ({ answers, shippingAddress }: DraftContent, pointer: string) => {
    if (pointer !== addressPointer)
      return answerWords(form, pointer, valueAt(answers, pointer), attachments) || t('draft.nothing')
    const address = chosenAddress(shippingAddress)
    return address === null ? t('shipping.profile') : typedLine(address)
  }
  // The names of the files are a part of what is asked.
  if (loading) return null
  const differing = conflicts.map((pointer) => ({
    key: pointer,
    label: pointer === addressPointer ? t('shipping.title') : fieldName(form, pointer),
    first: words(copies[0], pointer),
    second: words(copies[1], pointer),
  }))
  return (
    <Dialog
      opened
      unasked
      onClose={() => store.postpone()}
      title={t('draft.conflictTitle')}
      actions={
        <>
          {/* The form is rendered again, including the control that had the focus. */}
          <Button onClick={() => void store.resolveConflict('mine').then(readFromTheTop)}>
            {t('draft.conflictMine')}
          </Button>
          <Button variant="secondary" onClick={() => void store.resolveConflict('theirs').then(readFromTheTop)}>
            {t('draft.conflictTheirs')}
          </Button>
          <Button variant="text" onClick={() => store.postpone()}>
            {t('draft.decideLater')}
          </Button>
        </>
      }
    >
      <p>{t('draft.conflict')}</p>
      <p>{t('draft.conflictAt', { savedAt: formatDateTime(theirs.savedAt, language) })}</p>
      <Differences
        title={t('draft.conflictDiffers')}
        differing={differing}
        first={(answer) => t('draft.conflictHere', { answer })}
        second={(answer) => t('draft.conflictThere', { answer })}
      />
    </Dialog>
  )
}

/** An answer in words; files by their names. */
function answerWords(form: LoadedForm, pointer: string, value: unknown, files: readonly AttachmentRef[]): string {
  if (Array.isArray(value)) return value.map((entry: unknown) => answerWords(form, pointer, entry, files)).join('、')
  if (isRecord(value))
    return leavesOf(value)
      .map((leaf) => answerLine(form, pointer, leaf.value))
      .join(' ')
  return files.find(({ attachmentId }) => attachmentId === value)?.name ?? answerLine(form, pointer, value)
}

type Difference = { key: string; label: string; first: string; second: string }

/** The answers in which two versions of an application differ, in words. */
function useDifferences(form: LoadedForm, one: Answers, other: Answers): Difference[] {
  const t = useText('apply')
  const words = (answers: Answers, pointer: string) =>
    answerLine(form, pointer, valueAt(answers, pointer)) || t('draft.nothing')
  return [...new Set([...leavesOf(one), ...leavesOf(other)].map(({ pointer }) => pointer))]
    .filter((pointer) => canonicalJson(valueAt(one, pointer)) !== canonicalJson(valueAt(other, pointer)))
    .map((pointer) => ({
      key: pointer,
      label: fieldName(form, pointer),
      first: words(one, pointer),
      second: words(other, pointer),
    }))
}

type DifferencesProps = {
  title: string
  differing: readonly Difference[]
  first: (answer: string) => string
  second: (answer: string) => string
}

function Differences({ title, differing, first, second }: DifferencesProps) {
  return (
    <section className={styles.differing} aria-labelledby="differing-title">
      <h3 id="differing-title">{inPhrases(title)}</h3>
      <DescriptionList
        items={differing.map((difference) => ({
          key: difference.key,
          term: difference.label,
          description: (
            <>
              <span>{first(difference.first)}</span>
              <br />
              <span>{second(difference.second)}</span>
            </>
          ),
        }))}
      />
    </section>
  )
}

/** An earlier version of these answers has been received: shows what differs, and keeps everything. */
function EarlierDialog({ store, form, received: { order: read, isOtherAddress } }: Props & { received: Received }) {
  const t = useText('apply')
  const { tenantId } = useTenant()
  const navigate = useNavigate()
  // It may have been withdrawn since.
  const { data: order = read } = useGetOrder(read.orderId, { query: { staleTime: staleTimes.orders } })
  const replacement = useReplacement(order.reapplyOf ?? null)
  const { reapplyOf, shippingAddress } = store.state().content
  const answers = useDifferences(form, order.answers as Answers, answersToSend(form, store.answersNow()))
  const lineOf = (address: DraftShippingAddress | null | undefined) =>
    address ? typedLine(address) : t('shipping.profile')
  const address: Difference = {
    key: 'shippingAddress',
    label: t('shipping.title'),
    first: lineOf(order.shippingAddress),
    second: lineOf(chosenAddress(shippingAddress)),
  }
  const differing = isOtherAddress ? [...answers, address] : answers
  const isWithdrawn = order.status === 'CANCELLED_BY_USER'
  /** It can still be corrected: what had replaced the returned application was withdrawn. */
  const isCorrection = reapplyOf !== null && isWithdrawn && replacement === 'none'
  return (
    <Dialog
      opened
      unasked
      onClose={() => store.postpone()}
      title={t('gone.earlierTitle', { receiptNumber: order.receiptNumber })}
      actions={
        <>
          <Button onClick={() => void navigate(paths.historyDetails(tenantId, order.orderId))}>
            {t('sent.details')}
          </Button>
          <GoneActions store={store} isNew={!isCorrection} isContinued={isCorrection} />
        </>
      }
    >
      <p>{t('gone.earlier')}</p>
      <p>
        {t(
          isWithdrawn
            ? 'gone.earlierWithdrawn'
            : order.allowedActions.includes('withdraw')
              ? 'gone.earlierWithdraw'
              : 'gone.earlierSecond',
        )}
      </p>
      {differing.length > 0 ? (
        <Differences
          title={t('gone.earlierDiffers')}
          differing={differing}
          first={(answer) => t('gone.earlierSent', { answer })}
          second={(answer) => t('gone.earlierHere', { answer })}
        />
      ) : (
        <p>{t('gone.earlierSame')}</p>
      )}
    </Dialog>
  )
}

function typedLine({ recipient, phone, address = {} }: DraftShippingAddress): string {
  const { postalCode, prefecture, city, town, street, building } = address
  return [recipient, postalCode, prefecture, city, town, street, building, phone].filter(Boolean).join(' ')
}

/** Continues, deletes or postpones what is left on the page. `isContinued`: as the correction that it is. */
function GoneActions({ store, isNew, isContinued }: { store: ApplicationStore; isNew: boolean; isContinued: boolean }) {
  const t = useText('apply')
  const navigate = useNavigate()
  const { tenantId } = useTenant()
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          store.recreate(isNew)
          // The page takes no focus before the dialog has closed.
          queueMicrotask(readFromTheTop)
        }}
      >
        {t(isContinued ? 'gone.continue' : 'gone.recreate')}
      </Button>
      <Button
        variant="danger"
        onClick={() => {
          void store.discard()
          notify({ tone: 'success', message: t('gone.discarded') })
          void navigate(paths.applicationList(tenantId))
        }}
      >
        {t('gone.discard')}
      </Button>
      <Button variant="text" onClick={() => store.postpone()}>
        {t('draft.decideLater')}
      </Button>
    </>
  )
}

type GoneProps = { store: ApplicationStore }

/** Opens the dialog once it is known what became of a correction: the texts and buttons of an open one do not change. */
function GoneQuestion({ postponed, ...gone }: GoneProps & { postponed: boolean }) {
  const reapplyOf = useApplicationState(gone.store, (state) => state.content.reapplyOf)
  // Read again when the question is opened again: what was sent may have been withdrawn meanwhile.
  const replacement = useReplacement(postponed ? null : reapplyOf)
  if (postponed || replacement === 'reading') return null
  return <GoneDialog {...gone} isCorrection={reapplyOf !== null} replacement={replacement} />
}

type GoneDialogProps = GoneProps & { isCorrection: boolean; replacement: Exclude<Replacement, 'reading'> }

/**
 * The draft was submitted or deleted elsewhere. Creating it again could mean a second application, so the user decides.
 */
function GoneDialog({ store, isCorrection, replacement }: GoneDialogProps) {
  const t = useText('apply')
  const navigate = useNavigate()
  const { tenantId } = useTenant()
  const sent = typeof replacement === 'string' ? null : replacement
  /** It can still be corrected: nothing has replaced the returned application. */
  const isOpen = replacement === 'none'
  const texts =
    sent !== null
      ? (['submission.replaced', 'gone.submitted'] as const)
      : replacement === 'none'
        ? (['gone.openCorrection', 'gone.deleted'] as const)
        : (['gone.unknown'] as const)
  return (
    <Dialog
      opened
      unasked
      onClose={() => store.postpone()}
      title={t('gone.unknownTitle')}
      actions={
        <>
          {sent !== null && (
            <Button onClick={() => void navigate(paths.historyDetails(tenantId, sent.orderId))}>
              {t('sent.details')}
            </Button>
          )}
          {sent === null && (
            <Button onClick={() => void navigate(paths.applicationHistory(tenantId))}>{t('submission.history')}</Button>
          )}
          {/* What was sent has replaced the returned application: this is one more, which replaces nothing. */}
          <GoneActions store={store} isNew={sent !== null} isContinued={isCorrection && isOpen} />
        </>
      }
    >
      {texts.map((text) => (
        <p key={text}>{t(text)}</p>
      ))}
    </Dialog>
  )
}
