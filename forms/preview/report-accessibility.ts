import type { AxeFinding } from './preview-api.ts'

let running: Promise<AxeFinding[]> | null = null

/** Axe findings of the current page; waits for a running check, then checks again. */
export async function reportAccessibility(): Promise<AxeFinding[]> {
  if (running) await running
  running = runAxe().finally(() => {
    running = null
  })
  return running
}

async function runAxe(): Promise<AxeFinding[]> {
  const { default: axe } = await import('axe-core')
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
  })
  return violations.map(({ id, impact, help, nodes }) => ({
    id,
    impact: impact ?? '',
    help,
    targets: nodes.map(({ target }) => target.join(' ')),
  }))
}
