import { FormErrors, useFormErrors } from './FormErrors.tsx'
import type { FormError } from './FormErrors.tsx'
import type { Elements } from '../ui/elements.ts'

type Props<Answer> = {
  className: string | undefined
  /** The typed values. */
  read: (form: HTMLFormElement) => Answer
  /** Called again to show the errors in another language. */
  check: (answer: Answer) => (FormError | null)[]
  /** Called if the check has found no error. */
  onSubmit: (answer: Answer) => void
  /** Returns the error of a field by its id. */
  children: (messageOf: (id: string) => string | undefined) => Elements
}

/** A small form that is validated as a whole on submit, with its errors above the fields. */
export function CheckedForm<Answer>({ className, read, check, onSubmit, children }: Props<Answer>) {
  const formErrors = useFormErrors(check)
  return (
    <form
      method="post"
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const answer = read(event.currentTarget)
        if (formErrors.accept(answer)) onSubmit(answer)
      }}
    >
      <FormErrors {...formErrors} />
      {children(formErrors.messageOf)}
    </form>
  )
}
