import { useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../identity/session/session-context.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { dialogOpened } from '../../ui/open-dialogs.ts'
import { useSessionEnd } from '../../identity/session-end/session-end-context.ts'
import { useLogOut } from '../../identity/session-end/use-log-out.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import styles from './UserMenu.module.css'

const menuId = 'user-menu'

/**
 * The signed-in user, the language and the log-out. Uses the browser's own popover, which closes on Escape or a click
 * elsewhere. Back closes it as well.
 */
export function UserMenu() {
  const t = useText('common')
  const { email } = useSession()
  const { prepareLogOut } = useSessionEnd()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useLayoutEffect(() => (isOpen ? dialogOpened(() => menu.current?.hidePopover()) : undefined), [isOpen])
  const { leaving, leave, question } = useLogOut(() => {
    // The dialog would close the menu anyway, and give the focus back to a hidden button.
    if (isOpen) menu.current?.hidePopover()
    opener.current?.focus()
  })

  return (
    <div className={styles.place}>
      <button ref={opener} type="button" className={styles.opener} popoverTarget={menuId}>
        <span className={styles.bars}>
          <Icon name="menu" />
        </span>
        <span className={styles.word}>{t('nav.menu')}</span>
        {email !== null && <span className={styles.email}>{email}</span>}
        <span className={styles.caret}>
          <Icon name="down" />
        </span>
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        onBeforeToggle={(event) => {
          setIsOpen(event.newState === 'open')
          place(event.currentTarget, opener.current)
          prepareLogOut()
        }}
        className={styles.menu}
        role="group"
        aria-label={t('nav.userMenu')}
      >
        {email !== null && <p className={styles.user}>{t('nav.signedInAs', { email })}</p>}
        <LanguageSwitch />
        <Button variant="secondary" wide busy={leaving} onClick={leave}>
          {leaving ? t('nav.loggingOut') : t('nav.logOut')}
        </Button>
      </div>
      {question}
    </div>
  )
}

/** Popovers are not positioned relative to their button: this places it below, at the right edge. */
function place(menu: HTMLElement, opener: HTMLElement | null): void {
  const edge = opener?.getBoundingClientRect()
  if (!edge) return
  menu.style.setProperty('--below', `${edge.bottom + 4}px`)
  menu.style.insetInlineEnd = `${Math.max(16, document.documentElement.clientWidth - edge.right)}px`
}
