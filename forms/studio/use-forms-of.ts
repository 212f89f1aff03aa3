import { useEffect, useState } from 'react'
import { studioHost } from './studio-host.ts'

/** The forms of the tenant that use a list, or the fees of a list, by their titles. */
export function useFormsOf(list: string, form: string): string[] {
  const [forms, setForms] = useState<string[]>([])
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const [uses, titles] = await Promise.all([studioHost().listUses(form), studioHost().titles()])
      if (isCurrent) setForms((uses[list] ?? []).map((one) => titles[one] ?? one))
    }
    load().catch(reportError)
    const stop = studioHost().onFormsChanged(() => void load().catch(reportError))
    return () => {
      isCurrent = false
      stop()
    }
  }, [list, form])
  return forms
}
