import { isCorporateNumber } from '../../form-model/corporate-number.ts'
import { findCorporations } from '../fields/look-ups.ts'
import { LookUpLine } from '../fields/LookUpLine.tsx'
import { useLookUp } from '../fields/use-look-up.ts'
import { useText } from '../i18n/use-text.ts'
import { controlClass } from '../ui/fields/control.ts'
import { FieldShell, controlAria } from '../ui/fields/FieldShell.tsx'
import type { FieldsInput } from './profile-field.ts'
import { tidyText } from './profile-values.ts'

/** The corporate number, which fills in name and address from the public register. */
export function CorporateNumberField(props: FieldsInput & { tenantId: string }) {
  const { tenantId, texts, setTexts, isRequired, messageOf } = props
  const t = useText('account')
  const number = () => tidyText('corporateNumber', texts.corporateNumber)
  const lookUp = useLookUp({
    initial: number(),
    isComplete: isCorporateNumber,
    search: async (wanted) => {
      const found = await findCorporations(tenantId, wanted)
      return found.map(({ name, nameKana, address: { postalCode, prefecture, city, street } }) => ({
        label: `${name} ${prefecture}${city}${street}`,
        fills: {
          corporationName: name,
          ...(nameKana !== undefined && { corporationNameKana: nameKana }),
          ...(postalCode !== undefined && { postalCode }),
          prefecture,
          city,
          town: '',
          street,
        },
      }))
    },
    current: () => {
      const { corporationName, corporationNameKana, postalCode, prefecture, city, town, street } = texts
      return { corporationName, corporationNameKana, postalCode, prefecture, city, town, street }
    },
    fill: setTexts,
  })
  const field = {
    id: 'corporateNumber',
    label: t('field.corporateNumber'),
    required: isRequired('corporateNumber'),
    help: t('help.corporateNumber'),
    error: messageOf('corporateNumber'),
  }
  return (
    <FieldShell {...field}>
      <LookUpLine subject="corporation" lookUp={lookUp} number={number}>
        <input
          {...controlAria(field)}
          type="text"
          name={field.id}
          inputMode="numeric"
          autoComplete="off"
          className={controlClass('medium')}
          value={texts.corporateNumber}
          onChange={({ currentTarget: { value } }) => {
            setTexts({ corporateNumber: value })
            lookUp.onNumber(tidyText('corporateNumber', value))
          }}
          onBlur={() => setTexts({ corporateNumber: number() })}
        />
      </LookUpLine>
    </FieldShell>
  )
}
