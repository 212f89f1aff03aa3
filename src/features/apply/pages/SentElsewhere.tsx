import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { requestPageFocus } from '../../../ui/PageTitle.tsx'
import type { OpenApplication } from '../application/use-application.ts'

/**
 * What the user can do if another page or device has sent a correction: look at the sent correction, or send one more.
 */
export function SentElsewhere({ application: { tenantId, store } }: { application: OpenApplication }) {
  const t = useText('apply')
  return (
    <>
      <LinkButton variant="secondary" to={paths.applicationHistory(tenantId)}>
        {t('submission.history')}
      </LinkButton>
      <Button
        variant="secondary"
        onClick={() => {
          store.dropOrigin()
          // The button disappears with its message.
          requestPageFocus()
        }}
      >
        {t('gone.recreate')}
      </Button>
    </>
  )
}
