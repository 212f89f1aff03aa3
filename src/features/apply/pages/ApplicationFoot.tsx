import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { notify } from '../../../feedback/notify.ts'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './ApplicationFoot.module.css'
import type { ApplicationStore } from '../application/application-state.ts'
import { SavingLine } from './SaveStatus.tsx'

type Props = {
  store: ApplicationStore
  /** Null on the first page. */
  back: (() => void) | null
  /** The words on the button that goes on; null = 次へ. */
  next?: string | null
  /** Takes over what is being typed, before 一時保存. */
  beforeSave?: () => void
  /** Instead of the submit button. */
  children?: ReactNode
}

/** In the thumb's reach: whether all is saved, 戻る, 次へ, 一時保存. */
export function ApplicationFoot({ store, back, next = null, beforeSave, children }: Props) {
  const t = useText('apply')
  const common = useText('common')
  const language = useLanguage()
  const [saving, setSaving] = useState(false)
  const pressed = useRef(false)

  async function onSave() {
    if (pressed.current) return
    pressed.current = true
    setSaving(true)
    beforeSave?.()
    const state = await store.saveNow()
    pressed.current = false
    setSaving(false)
    if (state.kind === 'saved') {
      const expiresAt = formatDateTime(state.expiresAt, language)
      notify({ tone: 'success', message: t('saving.temporarySaved', { expiresAt }) })
    } else if (state.kind === 'browser-only') {
      notify({ tone: 'warning', message: t('saving.browserOnly') })
    } else {
      notify({ tone: 'warning', message: state.kind === 'offline' ? t('saving.offline') : t('saving.failed') })
    }
  }

  return (
    <div className={styles.foot} data-page-foot="">
      <div className={styles.state}>
        <SavingLine store={store} />
        <Button variant="text" busy={saving} onClick={() => void onSave()}>
          {t('saving.save')}
        </Button>
      </div>
      <div className={styles.buttons}>
        {back !== null && (
          <Button variant="secondary" onClick={back}>
            {common('button.back')}
          </Button>
        )}
        {children ?? (
          <Button type="submit" wide>
            {next ?? common('button.next')}
          </Button>
        )}
      </div>
    </div>
  )
}
