import { studioHost } from './studio-host.ts'
import { useAnswer } from './use-answer.ts'

/** The forms of the tenant that use a list, or the fees of a list, by their titles. */
export function useFormsOf(list: string, form: string): string[] {
  const ask = async () => {
    const [uses, titles] = await Promise.all([studioHost().listUses(form), studioHost().titles()])
    return (uses[list] ?? []).map((one) => titles[one] ?? one)
  }
  return useAnswer(`${list} ${form}`, ask, { concerns: () => true }) ?? []
}
