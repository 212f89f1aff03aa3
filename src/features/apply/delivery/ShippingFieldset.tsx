import { optionalAddressParts } from '../../../fields/address.ts'
import { cleanText } from '../../../../form-model/visible-text.ts'
import { AddressFields } from '../../../fields/AddressFields.tsx'
import { TidyTextField } from '../../../fields/TidyTextField.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { normalizePhone } from '../../../lib/japanese.ts'
import type { TenantId } from '../../../paths.ts'
import styles from '../application/application-layout.module.css'
import type { ShippingError, ShippingFields } from './shipping-form.ts'

type Props = {
  tenantId: TenantId
  fields: ShippingFields
  errors: ReadonlyMap<keyof ShippingFields, ShippingError>
  onChange: (change: Partial<ShippingFields>) => void
}

/** The label of a field and the text of its error. */
export function useShippingTexts() {
  const t = useText('apply')
  const fields = useText('fields')
  const label = (name: keyof ShippingFields) =>
    name === 'recipient' || name === 'phone' ? t(`shipping.${name}`) : fields(`address.${name}`)
  return {
    label,
    message(name: keyof ShippingFields, error: ShippingError): string {
      if (error.kind === 'required')
        return t(name === 'prefecture' ? 'shipping.requiredChoice' : 'shipping.required', { label: label(name) })
      if (error.kind === 'emoji') return t('shipping.emoji', { label: label(name) })
      if (error.kind === 'too-long') return t('shipping.tooLong', { label: label(name), limit: error.limit })
      return name === 'phone' ? t('shipping.wrongPhone') : t('shipping.wrongPostalCode')
    },
  }
}

/** Fields for an address other than the registered one; the postal code fills in the rest, which stays editable. */
export function ShippingFieldset({ tenantId, fields, errors, onChange }: Props) {
  const t = useText('apply')
  const { label, message } = useShippingTexts()
  const messageOf = (name: keyof ShippingFields) => {
    const error = errors.get(name)
    return error && message(name, error)
  }
  const field = (name: 'recipient' | 'phone') => ({
    id: `shipping-${name}`,
    label: label(name),
    required: true,
    error: messageOf(name),
    value: fields[name],
    onText: (text: string) => onChange({ [name]: text }),
  })
  return (
    <div className={styles.section}>
      <TidyTextField {...field('recipient')} tidy={cleanText} autoComplete="shipping name" />
      <AddressFields
        tenantId={tenantId}
        texts={fields}
        setTexts={onChange}
        isRequired={(part) => !optionalAddressParts.has(part)}
        messageOf={messageOf}
        idPrefix="shipping-"
        section="shipping"
      />
      <TidyTextField
        {...field('phone')}
        tidy={normalizePhone}
        help={t('shipping.phoneHelp')}
        type="tel"
        width="medium"
        autoComplete="shipping tel"
      />
    </div>
  )
}
