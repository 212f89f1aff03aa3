/** The sums of a run of the random journeys; from the annotations of each journey in Playwright's report. */
export type JourneyCounts = { line: string; sound: boolean }

type Outcome = { payments: number; doublePayments: number; disagreements: readonly unknown[] }

/** @param report Playwright's JSON report */
export function journeyCounts(report: unknown): JourneyCounts {
  const notes = annotationsOf(report, 'journey')
  const outcomes = notes.map((note) => JSON.parse(note) as Outcome)
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0)
  const doublePayments = sum((outcome) => outcome.doublePayments)
  const disagreed = sum(({ disagreements }) => disagreements.length)
  return {
    line:
      `journeys: ${outcomes.length}, accepted payments: ${sum(({ payments }) => payments)}, ` +
      `double payments: ${doublePayments}, screens that disagreed with the server: ${disagreed}`,
    sound: outcomes.length > 0 && doublePayments === 0 && disagreed === 0,
  }
}

/** The descriptions of all annotations of one type, at any place in the report. */
export function annotationsOf(node: unknown, type: string): string[] {
  if (Array.isArray(node)) return node.flatMap((child) => annotationsOf(child, type))
  if (typeof node !== 'object' || node === null) return []
  if ('annotations' in node && 'projectId' in node && Array.isArray(node.annotations)) {
    return node.annotations.flatMap((note: unknown) => {
      const isWanted = typeof note === 'object' && note !== null && Reflect.get(note, 'type') === type
      const description: unknown = isWanted ? Reflect.get(note, 'description') : undefined
      return typeof description === 'string' ? [description] : []
    })
  }
  return Object.values(node).flatMap((child) => annotationsOf(child, type))
}
