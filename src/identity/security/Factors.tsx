import { useState } from 'react'
import layout from '../../profile-form/form-layout.module.css'
import type { SignInFactor } from '../session/sign-in-step.ts'
import { useAccount } from '../session/session-context.tsx'
import { announce } from '../../feedback/Announcer.tsx'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { CardItem } from './ProfileView.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ActionError, useAccountAction, useKeptFocus } from './AccountAction.tsx'
import { factorStates } from './identity-attributes.ts'
import type { FactorState } from './identity-attributes.ts'
import { useIdentityReload } from './IdentitySection.tsx'
import styles from '../../profile-form/Profile.module.css'

type Props = {
  factors: { enabled: SignInFactor[]; preferred: SignInFactor | null }
  attributes: Record<string, string>
}

const setUpViews = { totp: 'totp', sms: 'phone', email: 'email' } as const satisfies Record<SignInFactor, string>

/** The second factors: which are enabled, which is preferred, and how to change that. */
export function Factors({ factors, attributes }: Props) {
  const t = useText('profile')
  const account = useAccount()
  const reload = useIdentityReload()
  const action = useAccountAction()
  const list = useKeptFocus<HTMLUListElement>(factors)
  const [disabling, setDisabling] = useState<SignInFactor | null>(null)

  function set(factor: SignInFactor, state: 'on' | 'preferred' | 'off'): void {
    setDisabling(null)
    void action.run(async () => {
      await account.setFactor(factor, state)
      await reload()
      announce(t(`factors.announce.${state}`, { factor: t(`factors.${factor}.name`) }))
    })
  }

  return (
    <>
      <ActionError action={action} />
      <ul ref={list} tabIndex={-1} className={styles.cards}>
        {factorStates(factors, attributes).map((state) => (
          <Factor
            key={state.factor}
            {...state}
            busy={action.busy}
            onSet={(next) => (next === 'off' ? setDisabling(state.factor) : set(state.factor, next))}
          />
        ))}
      </ul>
      <Dialog
        opened={disabling !== null}
        onClose={() => setDisabling(null)}
        title={disabling === null ? '' : t('factors.offTitle', { factor: t(`factors.${disabling}.name`) })}
        actions={
          disabling !== null && (
            <>
              <Button variant="danger" onClick={() => set(disabling, 'off')}>
                {t('factors.off')}
              </Button>
              <Button variant="secondary" onClick={() => setDisabling(null)}>
                {t('factors.keep')}
              </Button>
            </>
          )
        }
      >
        <p>{t(factors.enabled.length > 1 ? 'factors.offBody' : 'factors.offLastBody')}</p>
      </Dialog>
    </>
  )
}

type FactorProps = FactorState & { busy: boolean; onSet: (state: 'on' | 'preferred' | 'off') => void }

function Factor({ factor, on, preferred, needs, canPrefer, busy, onSet }: FactorProps) {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const name = t(`factors.${factor}.name`)
  return (
    <CardItem>
      <div className={styles.item}>
        <div className={styles.itemHead}>
          <h3>{name}</h3>
          <StatusBadge tone={on ? 'success' : 'neutral'}>{t(on ? 'factors.isOn' : 'factors.isOff')}</StatusBadge>
          {preferred && <StatusBadge tone="info">{t('factors.isPreferred')}</StatusBadge>}
        </div>
        <p className={styles.muted}>{t(`factors.${factor}.help`)}</p>
        <div className={layout.actions}>
          {on ? (
            <>
              {canPrefer && (
                <Button
                  variant="secondary"
                  busy={busy}
                  aria-label={t('factors.preferNamed', { factor: name })}
                  onClick={() => onSet('preferred')}
                >
                  {t('factors.prefer')}
                </Button>
              )}
              <Button
                variant="secondary"
                busy={busy}
                aria-label={t('factors.offNamed', { factor: name })}
                onClick={() => onSet('off')}
              >
                {t('factors.off')}
              </Button>
            </>
          ) : needs === null ? (
            <Button
              variant="secondary"
              busy={busy}
              aria-label={t('factors.onNamed', { factor: name })}
              onClick={() => onSet('on')}
            >
              {t('factors.on')}
            </Button>
          ) : (
            <LinkButton
              to={paths.userProfile(tenantId, { view: needs === 'verify' ? verifyViews[factor] : setUpViews[factor] })}
              variant="secondary"
            >
              {t(`factors.${factor}.${needs}`)}
            </LinkButton>
          )}
        </div>
      </div>
    </CardItem>
  )
}

const verifyViews = { totp: 'totp', sms: 'verify-phone', email: 'verify-email' } as const
