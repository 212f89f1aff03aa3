import { useRef, useState } from 'react'
import { announce } from '../../../feedback/announce.ts'
import type { AddressMatch } from '../../../form-engine/field/ports.ts'
import { useText } from '../../../i18n/use-text.ts'
import type { Text } from '../../../i18n/use-text.ts'
import { normalizePostalCode } from '../../../lib/japanese.ts'
import type { TenantId } from '../../../paths.ts'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import styles from '../application/ApplicationPage.module.css'
import { useLookups } from './lookups.ts'
import { optionalShippingFields } from './shipping-form.ts'
import type { ShippingFault, ShippingFields } from './shipping-form.ts'

type Props = {
  tenantId: TenantId
  fields: ShippingFields
  faults: ReadonlyMap<keyof ShippingFields, ShippingFault>
  onChange: (change: Partial<ShippingFields>) => void
}

type Look = { kind: 'idle' } | { kind: 'searching' } | { kind: 'failed' } | { kind: 'choose'; matches: AddressMatch[] }

/** The words for what is wrong with a field. */
export function shippingMessage(
  name: keyof ShippingFields,
  fault: ShippingFault,
  label: string,
  t: Text<'apply'>,
): string {
  if (fault.kind === 'required') return t('shipping.required', { label })
  if (fault.kind === 'too-long') return t('shipping.tooLong', { label, limit: fault.limit })
  return name === 'phone' ? t('shipping.wrongPhone') : t('shipping.wrongPostalCode')
}

/** Another address; the postal code fills the rest, which stays editable. */
export function ShippingFieldset({ tenantId, fields, faults, onChange }: Props) {
  const t = useText('apply')
  const errors = useText('errors')
  const lookups = useLookups(tenantId)
  const [look, setLook] = useState<Look>({ kind: 'idle' })
  const asked = useRef('')

  async function onPostalCode(text: string) {
    onChange({ postalCode: text })
    const postalCode = normalizePostalCode(text)
    if (postalCode === asked.current) return
    asked.current = postalCode
    setLook({ kind: 'idle' })
    if (!/^\d{7}$/.test(postalCode)) return
    setLook({ kind: 'searching' })
    let next: Look
    try {
      const matches = await lookups.address(postalCode)
      next = matches.length === 0 ? { kind: 'failed' } : { kind: 'choose', matches }
    } catch {
      next = { kind: 'failed' }
    }
    // A late answer to a code that was changed meanwhile says nothing about the new one.
    if (asked.current !== postalCode) return
    const [only] = next.kind === 'choose' ? next.matches : []
    if (next.kind === 'choose' && next.matches.length === 1 && only !== undefined) {
      take(only)
      setLook({ kind: 'idle' })
    } else {
      setLook(next)
    }
  }

  function take({ prefecture, city, town }: AddressMatch) {
    onChange({ prefecture, city, town })
    announce(t('shipping.found'))
  }

  const field = (name: keyof ShippingFields) => {
    const fault = faults.get(name)
    const label = t(`shipping.${name}`)
    return {
      id: `shipping-${name}`,
      label,
      required: !optionalShippingFields.has(name),
      value: fields[name],
      error: fault === undefined ? null : shippingMessage(name, fault, label, t),
      onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
    }
  }

  return (
    <div className={styles.section}>
      <TextField {...field('recipient')} autoComplete="shipping name" />
      <TextField
        {...field('postalCode')}
        help={t('shipping.postalCodeHelp')}
        width="short"
        inputMode="numeric"
        autoComplete="shipping postal-code"
        onChange={(event) => void onPostalCode(event.currentTarget.value)}
      />
      <div role="status">
        {look.kind === 'searching' && <p>{t('shipping.searching')}</p>}
        {look.kind === 'failed' && <p>{errors('application.postalCode')}</p>}
      </div>
      {look.kind === 'choose' && (
        <SelectField
          id="shipping-candidates"
          label={t('shipping.candidates')}
          required
          value=""
          onChange={(event) => {
            const match = look.matches[Number(event.currentTarget.value)]
            if (match !== undefined) take(match)
            setLook({ kind: 'idle' })
          }}
        >
          <option value="">{t('shipping.candidates')}</option>
          {look.matches.map(({ prefecture, city, town }, index) => (
            <option key={`${prefecture}${city}${town}`} value={index}>
              {`${prefecture}${city}${town}`}
            </option>
          ))}
        </SelectField>
      )}
      <TextField {...field('prefecture')} width="medium" autoComplete="shipping address-level1" />
      <TextField {...field('city')} autoComplete="shipping address-level2" />
      <TextField {...field('town')} autoComplete="shipping address-level3" />
      <TextField {...field('street')} autoComplete="shipping address-line1" />
      <TextField {...field('building')} autoComplete="shipping address-line2" />
      <TextField
        {...field('phone')}
        help={t('shipping.phoneHelp')}
        type="tel"
        width="medium"
        autoComplete="shipping tel"
      />
    </div>
  )
}
