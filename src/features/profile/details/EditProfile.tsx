import { ProblemAlert } from '../../../feedback/ProblemAlert.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { serverNow } from '../../../lib/clock.ts'
import type { FieldError } from '../../../lib/problem.ts'
import { tokyoDate } from '../../../../form-model/tokyo-date.ts'
import { useProfileTexts } from '../../../profile-form/ProfileInputs.tsx'
import layout from '../../../profile-form/form-layout.module.css'
import { FormErrors, useFormErrors } from '../../../fields/FormErrors.tsx'
import { checkProfile } from '../../../profile-form/profile-check.ts'
import type { ProfileError } from '../../../profile-form/profile-check.ts'
import { nameFieldsOf, profileFrom, tidyValues } from '../../../profile-form/profile-values.ts'
import type { ProfileValues } from '../../../profile-form/profile-values.ts'
import { ProfileFields } from '../../../profile-form/ProfileFields.tsx'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CardItem, View } from '../../../identity/security/ProfileView.tsx'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { inPhrases } from '../../../ui/phrases.ts'
import styles from '../../../profile-form/Profile.module.css'
import { differing } from './profile-changes.ts'
import { useProfileRows } from '../../../profile-form/profile-rows.ts'
import type { ProfileRow } from '../../../profile-form/profile-rows.ts'
import { useProfileEdit } from './use-profile-edit.ts'
import type { Conflict, ProfileEdit } from './use-profile-edit.ts'

type CheckedProfile = { values: ProfileValues; found: ProfileError[]; refused: readonly FieldError[] }

/** The profile as a form. If the profile was changed elsewhere meanwhile, both versions are shown. */
export function EditProfile() {
  const t = useText('profile')
  const account = useText('profile-form')
  const { tenantId } = useTenant()
  const { formErrorOf, refusedError } = useProfileTexts()
  const formErrors = useFormErrors(({ values, found, refused }: CheckedProfile) => [
    ...found.map((error) => formErrorOf(error, values)),
    ...refused.map(({ pointer }) => refusedError(pointer, values)),
  ])
  const edit = useProfileEdit((problem, sent) => {
    return !formErrors.accept({ values: sent, found: [], refused: problem.fields })
  })

  if (edit.conflict !== null) return <ConflictView conflict={edit.conflict} edit={edit} />
  const { values } = edit
  function change(next: (now: ProfileValues) => ProfileValues): void {
    edit.change(next)
    // The fields change their names or disappear.
    if (next(values).undivided !== values.undivided) formErrors.drop(nameFieldsOf({ undivided: false }))
  }
  return (
    <View back="profile" title={t('edit.title')} lead={t('edit.lead')}>
      {edit.restored && (
        <Notice tone="info" title={account('kept')}>
          <Button variant="secondary" onClick={edit.startOver}>
            {t('edit.startAnew')}
          </Button>
        </Notice>
      )}
      <form
        method="post"
        className={layout.sections}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          edit.change(tidyValues)
          const found = checkProfile(values, tokyoDate(serverNow()))
          if (formErrors.accept({ values, found, refused: [] })) void edit.save(profileFrom(values))
        }}
      >
        <FormErrors {...formErrors} />
        {edit.problem !== null && <ProblemAlert problem={edit.problem} />}
        <ProfileFields
          key={edit.round}
          tenantId={tenantId}
          values={values}
          onChange={change}
          messageOf={formErrors.messageOf}
          dropErrors={formErrors.drop}
          isNew={false}
        />
        <div className={layout.actions}>
          <Button type="submit" busy={edit.busy}>
            {t('edit.save')}
          </Button>
          <Button variant="secondary" onClick={edit.discard}>
            {t('edit.discard')}
          </Button>
        </div>
      </form>
    </View>
  )
}

/** The profile was changed elsewhere meanwhile. The user chooses a version; typed values are not lost. */
function ConflictView({ conflict, edit }: { conflict: Conflict; edit: ProfileEdit }) {
  const t = useText('profile')
  const rowsOf = useProfileRows(t('notRegistered'))
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
            <CardItem key={row.key}>
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
            </CardItem>
          ))}
      </ul>
      {alsoChanged.length > 0 && (
        <section className={layout.section}>
          <h2>{inPhrases(t('conflict.also'))}</h2>
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
