import { useState } from 'react'
import layout from '../../profile-form/form-layout.module.css'
import type { Account } from '../session/cognito-account.ts'
import { useAccount } from '../session/session-context.tsx'
import { notify } from '../../feedback/notify.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { CardItem, View } from './ProfileView.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ActionError, useAccountAction, useKeptFocus } from './AccountAction.tsx'
import { readableDeviceName, devicesInOrder } from './device-list.ts'
import { IdentitySection, useDevices, useIdentityReload } from './IdentitySection.tsx'
import styles from '../../profile-form/Profile.module.css'

type Device = Awaited<ReturnType<Account['devices']>>[number]

/** The devices of the user at the identity provider. A remembered device needs no code. */
export function Devices() {
  const t = useText('profile')
  const devices = useDevices()
  return (
    <View back="profile" title={t('devices.title')} lead={t('devices.lead')}>
      <IdentitySection query={devices} lines={5}>
        {(known) => <DeviceList devices={known} />}
      </IdentitySection>
    </View>
  )
}

/** The text about a change that has succeeded. */
type Done = 'forgotten' | 'allForgotten' | 'rememberedNow'

function DeviceList({ devices }: { devices: readonly Device[] }) {
  const t = useText('profile')
  const common = useText('common')
  const account = useAccount()
  const reload = useIdentityReload()
  const action = useAccountAction()
  const list = useKeptFocus<HTMLUListElement>(devices)
  const [forgetting, setForgetting] = useState<Device | 'all' | null>(null)

  function run(done: Done, change: () => Promise<void>): void {
    setForgetting(null)
    void action.run(async () => {
      try {
        await change()
      } finally {
        // Reload after a failure too, since some of several devices may be gone.
        await reload()
      }
      notify({ tone: 'success', message: t(`devices.${done}`) })
    })
  }

  function forget(which: Device | 'all'): void {
    if (which === 'all') run('allForgotten', () => account.forgetAllDevices())
    else run('forgotten', () => account.forgetDevice(which.current ? undefined : which.id))
  }

  return (
    <>
      <ActionError action={action} />
      {devices.length === 0 && <EmptyState title={t('devices.none')} />}
      <ul ref={list} tabIndex={-1} className={styles.cards}>
        {devicesInOrder(devices).map((device) => (
          <DeviceCard
            key={device.id}
            device={device}
            busy={action.busy}
            onRemember={() => run('rememberedNow', () => account.rememberDevice())}
            onForget={() => setForgetting(device)}
          />
        ))}
      </ul>
      {devices.length > 1 && (
        <div className={styles.apart}>
          <Button variant="secondary" busy={action.busy} onClick={() => setForgetting('all')}>
            {t('devices.forgetAll')}
          </Button>
        </div>
      )}
      <Dialog
        opened={forgetting !== null}
        onClose={() => setForgetting(null)}
        title={t(forgetting === 'all' ? 'devices.forgetAllTitle' : 'devices.forgetTitle')}
        actions={
          forgetting !== null && (
            <>
              <Button variant="danger" onClick={() => forget(forgetting)}>
                {t(forgetting === 'all' ? 'devices.forgetAll' : 'devices.forget')}
              </Button>
              <Button variant="secondary" onClick={() => setForgetting(null)}>
                {common('button.cancel')}
              </Button>
            </>
          )
        }
      >
        <p>{t(forgetting === 'all' ? 'devices.forgetAllBody' : 'devices.forgetBody')}</p>
      </Dialog>
    </>
  )
}

type CardProps = { device: Device; busy: boolean; onRemember: () => void; onForget: () => void }

function DeviceCard({ device, busy, onRemember, onForget }: CardProps) {
  const t = useText('profile')
  const language = useLanguage()
  const name = readableDeviceName(device.name) ?? t('devices.unnamed')
  return (
    <CardItem highlighted={device.current}>
      <div className={styles.item}>
        <div className={styles.itemHead}>
          <h2>{name}</h2>
          {device.current && <StatusBadge tone="info">{t('devices.current')}</StatusBadge>}
          {device.remembered && <StatusBadge tone="success">{t('devices.remembered')}</StatusBadge>}
        </div>
        {device.lastUsedAt !== null && (
          <p className={styles.muted}>{t('devices.lastUsed', { at: formatDateTime(device.lastUsedAt, language) })}</p>
        )}
        <div className={layout.actions}>
          {device.current && !device.remembered && (
            <Button variant="secondary" busy={busy} onClick={onRemember}>
              {t('devices.remember')}
            </Button>
          )}
          <Button
            variant="secondary"
            busy={busy}
            aria-label={t('devices.forgetNamed', { device: name })}
            onClick={onForget}
          >
            {t('devices.forget')}
          </Button>
        </div>
      </div>
    </CardItem>
  )
}
