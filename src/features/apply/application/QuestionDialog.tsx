import { valueAt } from '../../../../form-model/pointer.ts'
import { useNavigate } from 'react-router-dom'
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
import styles from './ApplicationPage.module.css'
import { leavesOf } from '../../../../form-model/answers.ts'
import type { ApplicationStore } from './application-store.ts'
import { canonicalJson } from '../../../../form-model/canonical.ts'
import type { GoneReason, OtherCopy } from '../draft/saving-types.ts'
import { answerLine, fieldName } from '../../../form-engine/answers/field-names.ts'
import { useApplicationState } from './use-application.ts'
import { useReplacement } from './use-replacement.ts'
import type { Replacement } from './use-replacement.ts'

/** The maximum number of differing answers on the screen: enough for users to recognise their own work. */
const shown = 8

type Props = { store: ApplicationStore; form: LoadedForm }

/**
 * A decision that only the user can make. Escape and the back gesture postpone the answer: a notice on the page opens
 * the question again.
 */
export function QuestionDialog({ store, form }: Props) {
  const question = useApplicationState(store, (state) => state.question)
  const postponed = useApplicationState(store, (state) => state.postponed)
  if (question?.kind === 'gone') return <GoneQuestion store={store} reason={question.reason} postponed={postponed} />
  if (question === null || postponed) return null
  return <ConflictDialog store={store} form={form} other={question.other} />
}

/** The same application was changed twice: shows both copies; the user chooses, and nothing is lost before. */
function ConflictDialog({ store, form, other }: Props & { other: OtherCopy }) {
  const t = useText('apply')
  const language = useLanguage()
  const mine = store.answersNow()
  const { answers: theirs, reapplyOf: origin } = other.content
  const { reapplyOf: mineOf } = store.state().content
  const pointers = [...new Set([...leavesOf(mine), ...leavesOf(theirs)].map(({ pointer }) => pointer))].filter(
    (pointer) => canonicalJson(valueAt(mine, pointer)) !== canonicalJson(valueAt(theirs, pointer)),
  )
  const words = (answers: typeof mine, pointer: string) =>
    answerLine(form, pointer, valueAt(answers, pointer)) || t('draft.nothing')
  const where = other.source === 'tab' ? 'conflictTab' : 'conflict'
  return (
    <Dialog
      opened
      unasked
      onClose={() => store.postpone()}
      title={t('draft.conflictTitle')}
      actions={
        <>
          <Button onClick={() => void store.resolveConflict('mine')}>{t(`draft.${where}Mine`)}</Button>
          {/* The form is rendered again, including the control that had the focus. */}
          <Button variant="secondary" onClick={() => void store.resolveConflict('theirs').then(readFromTheTop)}>
            {t(`draft.${where}Theirs`)}
          </Button>
          <Button variant="text" onClick={() => store.postpone()}>
            {t('draft.decideLater')}
          </Button>
        </>
      }
    >
      <p>{t(`draft.${where}`)}</p>
      <p>{t(`draft.${where}At`, { savedAt: formatDateTime(other.at, language) })}</p>
      {mineOf !== origin && (
        <p>
          {origin === null
            ? t('draft.conflictNew')
            : mineOf === null
              ? t('draft.conflictCorrection')
              : t('draft.conflictOther')}
        </p>
      )}
      {pointers.length > 0 && (
        <section className={styles.differing} aria-labelledby="differing-title">
          <h3 id="differing-title">{inPhrases(t('draft.conflictDiffers'))}</h3>
          <DescriptionList
            items={pointers.slice(0, shown).map((pointer) => ({
              key: pointer,
              term: fieldName(form, pointer),
              description: (
                <>
                  <span>{t(`draft.${where}Here`, { answer: words(mine, pointer) })}</span>
                  <br />
                  <span>{t(`draft.${where}There`, { answer: words(theirs, pointer) })}</span>
                </>
              ),
            }))}
          />
        </section>
      )}
    </Dialog>
  )
}

type GoneProps = { store: ApplicationStore; reason: GoneReason }

/** Opens the dialog once it is known what became of a correction: the texts and buttons of an open one do not change. */
function GoneQuestion({ postponed, ...gone }: GoneProps & { postponed: boolean }) {
  const reapplyOf = useApplicationState(gone.store, (state) => state.content.reapplyOf)
  // Read again when the question is opened again: what was sent may have been withdrawn meanwhile.
  const replacement = useReplacement(gone.reason === 'deleted' || postponed ? null : reapplyOf)
  if (postponed || replacement === 'reading') return null
  return <GoneDialog {...gone} isCorrection={reapplyOf !== null} replacement={replacement} />
}

type GoneDialogProps = GoneProps & { isCorrection: boolean; replacement: Exclude<Replacement, 'reading'> }

/**
 * The draft was submitted or deleted elsewhere. Creating it again could mean a second application, so the user decides.
 */
function GoneDialog({ store, reason, isCorrection, replacement }: GoneDialogProps) {
  const t = useText('apply')
  const navigate = useNavigate()
  const { tenantId } = useTenant()
  const sent = typeof replacement === 'string' ? null : replacement
  /** What was sent has replaced the returned application: this is one more, which replaces nothing. */
  const isNew = sent !== null || (reason === 'submitted' && replacement !== 'none')
  /** It can still be corrected: nothing has replaced the returned application. */
  const isOpen = reason === 'deleted' || replacement === 'none'
  const texts =
    sent !== null
      ? (['submission.replaced', 'gone.submitted'] as const)
      : replacement === 'none'
        ? (['gone.openCorrection', 'gone.deleted'] as const)
        : ([`gone.${reason}`] as const)
  return (
    <Dialog
      opened
      unasked
      onClose={() => store.postpone()}
      title={t(`gone.${reason}Title`)}
      actions={
        <>
          {sent !== null && (
            <Button onClick={() => void navigate(paths.historyDetails(tenantId, sent.orderId))}>
              {t('sent.details')}
            </Button>
          )}
          {sent === null && reason !== 'deleted' && (
            <Button onClick={() => void navigate(paths.applicationHistory(tenantId))}>{t('submission.history')}</Button>
          )}
          <Button
            variant="secondary"
            onClick={() => {
              store.recreate(isNew)
              // The page takes no focus before the dialog has closed.
              queueMicrotask(readFromTheTop)
            }}
          >
            {t(isCorrection && isOpen ? 'gone.continue' : 'gone.recreate')}
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
      }
    >
      {texts.map((text) => (
        <p key={text}>{t(text)}</p>
      ))}
    </Dialog>
  )
}
