import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

/**
 * The user name of a new password. Password managers need it in the same form, and some of them skip fields of type
 * hidden. Nothing is rendered if it is unknown.
 */
export function AccountName({ email }: { email: string | null | undefined }) {
  if (email === null || email === undefined) return null
  return (
    <VisuallyHidden>
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
    </VisuallyHidden>
  )
}
