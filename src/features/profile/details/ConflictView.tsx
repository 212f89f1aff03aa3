import layout from '../../../profile-form/form-layout.module.css'
import { ProblemAlert } from '../../../feedback/ProblemAlert.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { differing } from './profile-changes.ts'
import type { ProfileRow } from './profile-rows.ts'
import type { Conflict, ProfileEdit } from './use-profile-edit.ts'
import { useProfileRows } from './use-profile-rows.ts'
import styles from '../view/Profile.module.css'

/** The profile was saved elsewhere meanwhile: both versions, and the user chooses. Nothing typed is lost. */
export function ConflictView({ conflict, edit }: { conflict: Conflict; edit: ProfileEdit }) {
  const t = useText('profile')
  const rowsOf = useProfileRows()
  const { base, mine, theirs } = conflict
  const disputed = differing(mine, theirs.profile)
  const theirsOnly = new Set([...differing(base, theirs.profile)].filter((name) => !disputed.has(name)))
  const touches = ({ members }: ProfileRow, names: Set<string>) => members.some((member) => names.has(member))
  const theirRows = new Map(rowsOf(theirs.profile).map((row) => [row.key, row]))
  const alsoChanged = [...theirRows.values()].filter((row) => touches(row, theirsOnly) && !touches(row, disputed))
  return (
    <div className={layout.page}>
      <PageTitle key="conflict" title={t('conflict.title')} lead={t('conflict.lead')} />
      {edit.problem !== null && <ProblemAlert problem={edit.problem} />}
      <ul className={styles.cards}>
        {rowsOf(mine)
          .filter((row) => touches(row, disputed))
          .map((row) => (
            <Card as="li" key={row.key}>
              <h2>{row.term}</h2>
              <dl className={styles.versions}>
                <div>
                  <dt>{t('conflict.mine')}</dt>
                  <dd>{row.value}</dd>
                </div>
                <div>
                  <dt>{t('conflict.theirs')}</dt>
                  <dd>{theirRows.get(row.key)?.value}</dd>
                </div>
              </dl>
            </Card>
          ))}
      </ul>
      {alsoChanged.length > 0 && (
        <section className={layout.section}>
          <h2>{t('conflict.also')}</h2>
          <DescriptionList items={alsoChanged.map(({ key, term, value }) => ({ key, term, description: value }))} />
        </section>
      )}
      <div className={layout.actions}>
        <Button busy={edit.busy} onClick={edit.useMine}>
          {t('conflict.useMine')}
        </Button>
        <Button variant="secondary" onClick={edit.useTheirs}>
          {t('conflict.useTheirs')}
        </Button>
        <Button variant="text" onClick={edit.editAgain}>
          {t('conflict.editAgain')}
        </Button>
      </div>
    </div>
  )
}
