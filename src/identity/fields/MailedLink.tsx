import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { ConfirmationType } from '../../api/generated/api.schemas.ts'
import type { Confirmation } from '../../api/generated/api.schemas.ts'
import { getGetConfirmationQueryOptions } from '../../api/generated/registration/registration.ts'
import { queryClientContext, staleTimes } from '../../api/queries.ts'
import { ProblemError, problemOf } from '../../lib/problem.ts'
import type { Problem } from '../../lib/problem.ts'
import type { Path } from '../../paths.ts'
import { LinkButton } from '../../ui/Links.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'

/** `invalid`: unknown, of another tenant, or of another type. */
export type LinkState = 'valid' | 'expired' | 'used' | 'invalid'

export type MailedLink = {
  state: LinkState
  maskedEmail: string
  chosen?: Pick<Confirmation, 'serviceId' | 'formType'>
}

const states = { VALID: 'valid', USED: 'used', EXPIRED: 'expired' } as const satisfies Record<string, LinkState>

/**
 * The state of a mailed link for the page that it opened.
 * @throws ProblemError for an unreadable response, which does not make the link invalid
 */
export function linkStateOf({ type, status }: Confirmation, wanted: ConfirmationType): LinkState {
  if (!Object.hasOwn(ConfirmationType, type) || !Object.hasOwn(states, status))
    throw new ProblemError({ kind: 'unreadable', fields: [] })
  return type === wanted ? states[status] : 'invalid'
}

/** The state that a refusal reveals when the link is used; null if the refusal has another reason. */
export function linkStateAfter({ code, kind }: Problem): Exclude<LinkState, 'valid'> | null {
  if (code === 'SE_CF_0001') return 'expired'
  if (code === 'SE_CF_0002') return 'used'
  return kind === 'not-found' ? 'invalid' : null
}

/** A loader for the page of a mailed link. It only reads, so a mail scanner does not use the link up. */
export function mailedLinkLoader(wanted: ConfirmationType) {
  return async ({ params, context }: LoaderFunctionArgs<RouterContextProvider>): Promise<MailedLink> => {
    const { tenantId = '', confirmationId = '' } = params
    const options = getGetConfirmationQueryOptions(tenantId, confirmationId)
    try {
      const confirmation = await context
        .get(queryClientContext)
        .query({ ...options, staleTime: staleTimes.confirmations })
      return { state: linkStateOf(confirmation, wanted), maskedEmail: confirmation.maskedEmail, chosen: confirmation }
    } catch (error) {
      if (problemOf(error)?.kind === 'not-found') return { state: 'invalid', maskedEmail: '' }
      throw error
    }
  }
}

type NextStep = { to: Path; label: string }
type DeadLinkProps = { title: string; body: string; next: NextStep; other?: NextStep | undefined }

/** A mailed link that cannot be used: the reason and the next step, or two to choose from. */
export function DeadLink({ title, body, next, other }: DeadLinkProps) {
  return (
    <>
      <PageTitle key={title} title={title} lead={body} />
      <LinkButton to={next.to} wide>
        {next.label}
      </LinkButton>
      {other !== undefined && (
        <LinkButton to={other.to} variant="secondary" wide>
          {other.label}
        </LinkButton>
      )}
    </>
  )
}
