import type { Profile } from '../../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import { profileRows } from './profile-rows.ts'
import type { ProfileRow } from './profile-rows.ts'

export function useProfileRows(): (profile: Profile) => ProfileRow[] {
  const account = useText('account')
  const common = useText('common')
  const t = useText('profile')
  const language = useLanguage()
  return (profile) => profileRows(profile, { account, common, missing: t('notRegistered'), language })
}
