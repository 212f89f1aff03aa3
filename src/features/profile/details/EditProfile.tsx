import { useProfileTexts } from '../../../profile-form/field-labels.ts'
import { FormErrors } from '../../../profile-form/FormErrors.tsx'
import layout from '../../../profile-form/form-layout.module.css'
import { checkProfile } from '../../../profile-form/profile-check.ts'
import { profileFrom, tidyValues } from '../../../profile-form/profile-values.ts'
import { ProfileFields } from '../../../profile-form/ProfileFields.tsx'
import { ProblemAlert } from '../../../feedback/ProblemAlert.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { serverNow } from '../../../lib/clock.ts'
import { tokyoDay } from '../../../lib/dates.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useFormFaults } from '../../../ui/fields/form-errors.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { ConflictView } from './ConflictView.tsx'
import { useProfileEdit } from './use-profile-edit.ts'
import { View } from '../view/ProfileView.tsx'

/** The user's own data as a form. A version saved elsewhere meanwhile is shown beside this one. */
export function EditProfile() {
  const t = useText('profile')
  const account = useText('account')
  const { tenantId } = useTenant()
  const { faultMessage, refusedFault } = useProfileTexts()
  const faults = useFormFaults()
  const edit = useProfileEdit((problem) => {
    return !faults.accept(problem.fields.map(({ pointer }) => refusedFault(pointer)))
  })

  if (edit.conflict !== null) return <ConflictView conflict={edit.conflict} edit={edit} />
  const { values } = edit
  return (
    <View back="profile" title={t('edit.title')} lead={t('edit.lead')}>
      {edit.restored && (
        <Notice tone="info" title={account('kept')}>
          <Button variant="secondary" onClick={edit.startAnew}>
            {t('edit.startAnew')}
          </Button>
        </Notice>
      )}
      <form
        className={layout.sections}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          edit.change(tidyValues)
          const found = checkProfile(values, tokyoDay(serverNow()))
          if (faults.accept(found.map(faultMessage))) void edit.save(profileFrom(values))
        }}
      >
        <FormErrors {...faults} />
        {edit.problem !== null && <ProblemAlert problem={edit.problem} />}
        <ProfileFields
          key={edit.round}
          tenantId={tenantId}
          values={values}
          onChange={edit.change}
          messageOf={faults.messageOf}
          kindFixed
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
