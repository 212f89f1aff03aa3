import { valueAt } from '../../../../form-model/pointer.ts'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import styles from './ApplicationPage.module.css'
import { leavesOf } from '../../../form-engine/answers/answers-at.ts'
import type { ApplicationStore } from './application-state.ts'
import { canonical } from '../draft/draft-content.ts'
import { answerWords, fieldName } from '../../../form-engine/answers/field-names.ts'
import { useApplicationState } from './use-application.ts'

/** Differing answers are shown up to this many: enough to recognise one's own work. */
const shown = 8

/** Two devices have changed the same application: both are shown, the user chooses, nothing is lost before. */
export function ConflictDialog({ store, form }: { store: ApplicationStore; form: LoadedForm }) {
  const t = useText('apply')
  const language = useLanguage()
  const conflict = useApplicationState(store, (state) => state.conflict)
  if (conflict === null) return null
  const mine = store.answersNow()
  const theirs = conflict.content.answers
  const pointers = [...new Set([...leavesOf(mine), ...leavesOf(theirs)].map(({ pointer }) => pointer))].filter(
    (pointer) => canonical(valueAt(mine, pointer)) !== canonical(valueAt(theirs, pointer)),
  )
  const words = (answers: typeof mine, pointer: string) =>
    answerWords(form, pointer, valueAt(answers, pointer)) || t('draft.nothing')
  return (
    <Dialog
      opened
      title={t('draft.conflictTitle')}
      actions={
        <>
          <Button onClick={() => void store.resolveConflict('mine')}>{t('draft.conflictMine')}</Button>
          <Button variant="secondary" onClick={() => void store.resolveConflict('theirs')}>
            {t('draft.conflictTheirs', { savedAt: formatDateTime(conflict.savedAt, language) })}
          </Button>
        </>
      }
    >
      <p>{t('draft.conflict')}</p>
      {pointers.length > 0 && (
        <section className={styles.differing} aria-labelledby="differing-title">
          <h3 id="differing-title">{t('draft.conflictDiffers')}</h3>
          <DescriptionList
            items={pointers.slice(0, shown).map((pointer) => ({
              key: pointer,
              term: fieldName(form, pointer),
              description: (
                <>
                  {t('draft.conflictHere')}: {words(mine, pointer)}
                  <br />
                  {t('draft.conflictThere')}: {words(theirs, pointer)}
                </>
              ),
            }))}
          />
        </section>
      )}
    </Dialog>
  )
}
