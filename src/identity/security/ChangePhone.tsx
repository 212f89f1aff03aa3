import { useState } from 'react'
import layout from '../../profile-form/form-layout.module.css'
import { CheckedForm } from '../../fields/CheckedForm.tsx'
import { textOf } from '../../fields/FormErrors.tsx'
import { phoneError } from '../../profile-form/profile-check.ts'
import { useAccount } from '../session/session-context.tsx'
import { notify } from '../../feedback/notify.ts'
import { useText } from '../../i18n/use-text.ts'
import { formatPhone, normalizePhone } from '../../lib/japanese.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { expectPageTitle } from '../../ui/PageTitle.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ActionError, useAccountAction } from './AccountAction.tsx'
import { IdentitySection, useAttributes, useFactors, useIdentityReload } from './IdentitySection.tsx'
import { isVerified, toInternationalPhone, toNationalPhone, updatable } from './identity-attributes.ts'
import { useOpenCode } from './open-code.ts'
import { UnconfirmedAddress } from './UnconfirmedAddress.tsx'
import { EnterCode, useCodeToEnter } from './VerifyAttribute.tsx'
import { View } from './ProfileView.tsx'
import { useNavigateFromHere } from '../../lib/use-navigate-from-here.ts'

/** The phone number for codes, stored by the identity provider. A new number is valid after its code was entered. */
export function ChangePhone() {
  const t = useText('profile')
  const attributes = useAttributes()
  const factors = useFactors()
  const { tenantId } = useTenant()
  // The button that removes the number disappears with the number, so this component leaves the page.
  const navigate = useNavigateFromHere()
  const openCode = useOpenCode('phone_number')
  // A phone may drop the tab while the user reads the message.
  const [sentTo, setSentTo] = useCodeToEnter('phone_number', attributes.data)
  if (sentTo !== null) {
    const onOther = () => {
      expectPageTitle()
      setSentTo(null)
    }
    return <EnterCode attribute="phone_number" {...sentTo} other={{ text: t('phone.other'), onOther }} />
  }
  return (
    <View title={t('phone.title')} lead={t('phone.lead')}>
      <IdentitySection query={attributes}>
        {(known) => (
          <>
            <UnconfirmedAddress name="phone_number" known={known} />
            <NumberForm
              current={toNationalPhone(known.phone_number ?? '')}
              confirmed={isVerified(known, 'phone_number')}
              onSent={(address, { destination }) => {
                openCode.keep({ address, before: known.phone_number ?? '', destination })
                expectPageTitle()
                setSentTo({ destination, justSent: true })
              }}
            />
            {(known.phone_number ?? '') !== '' && (
              <IdentitySection query={factors} lines={1}>
                {({ enabled }) => (
                  <RemoveNumber
                    inUse={enabled.includes('sms')}
                    onRemoved={() => {
                      openCode.forget()
                      return navigate(paths.userProfile(tenantId, { view: 'security' }))
                    }}
                  />
                )}
              </IdentitySection>
            )}
          </>
        )}
      </IdentitySection>
    </View>
  )
}

type NumberFormProps = {
  current: string
  confirmed: boolean
  onSent: (address: string, sent: { destination: string | null }) => void
}

function NumberForm({ current, confirmed, onSent }: NumberFormProps) {
  const t = useText('profile')
  const words = useText('profile-form')
  const account = useAccount()
  const action = useAccountAction()

  async function send(phone: string): Promise<void> {
    const address = toInternationalPhone(phone)
    const waiting = await account.updateAttributes(updatable({ phone_number: address }))
    const sent = waiting.find(({ attribute }) => attribute === 'phone_number')
    onSent(address, sent ?? (await account.sendAttributeCode('phone_number')))
  }

  return (
    <CheckedForm
      className={layout.form}
      read={(form) => normalizePhone(textOf(form, 'phone'))}
      check={(phone) => [
        phone === current ? { targetId: 'phone', message: t('phone.same') } : phoneError(phone, words),
      ]}
      onSubmit={(phone) => void action.run(() => send(phone))}
    >
      {(messageOf) => (
        <>
          <ActionError action={action} />
          {current !== '' && confirmed && (
            <DescriptionList items={[{ term: t('phone.current'), description: formatPhone(current) }]} />
          )}
          <TextField
            id="phone"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            width="medium"
            label={t('phone.new')}
            help={words('help.phone')}
            required
            error={messageOf('phone')}
          />
          <div className={layout.actions}>
            <Button type="submit" busy={action.busy}>
              {t('phone.submit')}
            </Button>
          </div>
        </>
      )}
    </CheckedForm>
  )
}

/** Offers to remove the number, unless sign-in codes are sent to it. */
function RemoveNumber({ inUse, onRemoved }: { inUse: boolean; onRemoved: () => Promise<void> }) {
  const t = useText('profile')
  const common = useText('common')
  const account = useAccount()
  const reload = useIdentityReload()
  const action = useAccountAction()
  const [asking, setAsking] = useState(false)
  if (inUse) return <p>{t('phone.inUse')}</p>
  return (
    <div>
      <ActionError action={action} />
      <Button variant="text" busy={action.busy} onClick={() => setAsking(true)}>
        {t('phone.remove')}
      </Button>
      <Dialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('phone.removeTitle')}
        actions={
          <>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false)
                void action.run(async () => {
                  await account.deleteAttributes(['phone_number'])
                  await reload()
                  notify({ tone: 'success', message: t('phone.removed') })
                  await onRemoved()
                })
              }}
            >
              {t('phone.remove')}
            </Button>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {common('button.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('phone.removeBody')}</p>
      </Dialog>
    </div>
  )
}
