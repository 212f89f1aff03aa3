import { formatRegExp } from '../../form-model/formats.ts'
import type { Text } from '../i18n/use-text.ts'
import type { FormFault } from '../ui/fields/form-errors.ts'

/** What is wrong with a phone number of its own, in the national form. */
export function phoneFault(phone: string, t: Text<'account'>): FormFault | null {
  if (phone === '') return { targetId: 'phone', message: t('fault.required', { label: t('field.phone') }) }
  return formatRegExp('jp-phone').test(phone) ? null : { targetId: 'phone', message: t('fault.phone') }
}
