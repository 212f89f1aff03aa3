import type { LinkState } from '../../credentials/mailed-link-state.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Path } from '../../paths.ts'
import { LinkButton } from '../../ui/Links.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'

type Next = { to: Path; label: string }

type Props = { state: Exclude<LinkState, 'valid'> | 'taken'; body: string; next: Next }

const titles: Record<Props['state'], TextKey<'registration'>> = {
  expired: 'link.expiredTitle',
  used: 'link.usedTitle',
  invalid: 'link.invalidTitle',
  taken: 'link.takenTitle',
}

/** A mailed link that cannot be used: the reason and the next step. */
export function DeadLink({ state, body, next }: Props) {
  const t = useText('registration')
  return (
    <>
      <PageTitle key={state} title={t(titles[state])} lead={body} />
      <LinkButton to={next.to} wide>
        {next.label}
      </LinkButton>
    </>
  )
}
