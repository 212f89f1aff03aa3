import { RegistrationAgreementsItem } from '../../api/generated/api.schemas.ts'
import { useText } from '../../i18n/use-text.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { linkBeside } from '../../line/channel.ts'
import { safeLink } from '../../tenant/tenant-theme.ts'
import { CheckboxField } from '../../ui/fields/CheckboxField.tsx'
import type { FormError } from '../../fields/FormErrors.tsx'
import { FieldShell } from '../../ui/fields/FieldShell.tsx'

export type Agreement = RegistrationAgreementsItem

const agreements = Object.values(RegistrationAgreementsItem)

type Props = {
  agreed: readonly Agreement[]
  onChange: (agreed: Agreement[]) => void
  messageOf: (id: string) => string | undefined
}

/** The documents a user has to agree to. They open in a new tab, so that typed values are not lost. */
export function Agreements({ agreed, onChange, messageOf }: Props) {
  const t = useText('registration')
  const { info } = useTenant()
  const links = info.branding?.links ?? {}
  return (
    <FieldShell id="agreements" label={t('agreement.title')} required group>
      {agreements.map((agreement) => {
        const href = safeLink(links[agreement])
        const text = href !== null && (
          <a {...linkBeside(href, navigator.userAgent)} rel="noreferrer">
            {t(`agreement.${agreement}Read`)}
          </a>
        )
        return (
          <CheckboxField
            key={agreement}
            id={agreement}
            name="agreements"
            value={agreement}
            required
            checked={agreed.includes(agreement)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(agreements.filter((one) => (one === agreement ? checked : agreed.includes(one))))
            }
            label={t(`agreement.${agreement}Agree`)}
            {...(text === false ? {} : { help: text })}
            error={messageOf(agreement)}
          />
        )
      })}
    </FieldShell>
  )
}

export function useAgreementCheck(): (agreed: readonly Agreement[]) => FormError[] {
  const t = useText('registration')
  return (agreed) =>
    agreements
      .filter((agreement) => !agreed.includes(agreement))
      .map((agreement) => ({ targetId: agreement, message: t(`agreement.${agreement}Missing`) }))
}
