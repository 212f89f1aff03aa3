import { ProblemAlert } from '../../../feedback/ProblemAlert.tsx'
import { useText } from '../../../i18n/use-text.ts'
import type { Problem } from '../../../lib/problem.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { requestPageFocus } from '../../../ui/PageTitle.tsx'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { useReplacement } from '../questions/use-replacement.ts'

type Props = { application: OpenApplication; problem: Problem }

/**
 * The returned application accepts no correction: another page or device has sent one, or the return was taken back. The
 * user can look at the application that counts, or send one more.
 */
export function CorrectionRefused({ application: { tenantId, store }, problem }: Props) {
  const t = useText('apply')
  const returned = useApplicationState(store, (state) => state.content.reapplyOf)
  const replacement = useReplacement(returned)
  if (returned === null || replacement === 'reading') return null
  const isReplaced = typeof replacement !== 'string'
  return (
    <ProblemAlert problem={problem} message={t(isReplaced ? 'submission.replaced' : 'submission.notReturned')}>
      <LinkButton variant="secondary" to={paths.historyDetails(tenantId, isReplaced ? replacement.orderId : returned)}>
        {t('sent.details')}
      </LinkButton>
      <Button
        variant="secondary"
        onClick={() => {
          store.recreate(true)
          // The button disappears with its message.
          requestPageFocus()
        }}
      >
        {t('gone.recreate')}
      </Button>
    </ProblemAlert>
  )
}
