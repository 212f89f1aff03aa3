import { matchRoute } from '../paths.ts'
import type { PortalConfig } from './config.ts'
import { problemKinds } from './problem.ts'
import type { Problem, ProblemKind } from './problem.ts'

/** What a report may be about. */
export type ReportKind =
  /** The API failed, or answered what the contract does not promise. */
  | 'api'
  /** The identity provider asked for a step that the portal does not offer. */
  | 'sign-in-step'
  /** A published form has no compiled validator for a part: the slow interpreter checks it. */
  | 'form-validator-missing'
  /** A bug of the portal. */
  | 'script'

export type ErrorReport = {
  kind: ReportKind
  /** By kind: an error code or a kind of problem; the step's name; `formVersion/key`; the class of an error. */
  code?: string | undefined
  /** The `X-Request-Id` a resident can quote. */
  reference?: string | undefined
}

/** What a code may look like, so that no text of a person gets through. */
const codePatterns: Record<ReportKind, RegExp> = {
  api: new RegExp(`^(?:[A-Z]{2}_[A-Z]{2}_\\d{4}|${problemKinds.join('|')})$`),
  'sign-in-step': /^[A-Z][A-Z_]{2,63}$/,
  'form-validator-missing': /^[0-9a-f]{4,64}\/s1-[0-9a-z]{4,12}$/,
  script: /^(?:[A-Z][A-Za-z]*)?(?:Error|Problem|DOMException)$/,
}
const referencePattern = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i

/** One page never sends more: an error in a loop must not become a flood. */
const maxReports = 20

type Send = (report: ErrorReport) => void

let send: Send | null = null
const early: ErrorReport[] = []

/** Reports a failure to the operator, if the stage wants reports. Never throws and never waits. */
export function reportFailure(report: ErrorReport): void {
  if (send) send(report)
  else if (early.length < maxReports) early.push(report)
}

/** Problems that an operator can do something about; the others are normal. */
const reportedKinds: ReadonlySet<ProblemKind> = new Set(['unavailable', 'timeout', 'unreadable'])

export function reportProblem({ kind, code, requestId }: Problem): void {
  if (reportedKinds.has(kind)) reportFailure({ kind: 'api', code: code ?? kind, reference: requestId })
}

/** Sends reports of this page from now on, those made before included. Returns the way to stop. */
export function startErrorReports({ stage, reportTo }: Pick<PortalConfig, 'stage' | 'reportTo'>): () => void {
  const sent = new Set<string>()
  send = ({ kind, code, reference }) => {
    const route = matchRoute(window.location.pathname)?.name
    const safeCode = code !== undefined && codePatterns[kind].test(code) ? code : undefined
    const once = `${kind} ${safeCode} ${route}`
    if (reportTo === undefined || sent.has(once) || sent.size >= maxReports) return
    sent.add(once)
    const safeReference = reference !== undefined && referencePattern.test(reference) ? reference : undefined
    // Without cookies and without the page's address. Nothing waits for it, and a failure to report is not reported.
    fetch(reportTo, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        kind,
        code: safeCode,
        route,
        stage,
        release: releaseOf(document),
        reference: safeReference,
      }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
    }).catch(() => undefined)
  }
  for (const report of early.splice(0)) send(report)
  const onError = ({ error }: ErrorEvent) => reportFailure({ kind: 'script', code: nameOf(error) })
  const onRejection = ({ reason }: PromiseRejectionEvent) => reportFailure({ kind: 'script', code: nameOf(reason) })
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    send = null
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}

/** The class of an error; its message may quote what was typed. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

/** The hash in the name of the entry script differs in every build. */
export function releaseOf(page: Document): string | undefined {
  const src = page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
  return /-([\w-]{8})\.js$/.exec(src)?.[1]
}
