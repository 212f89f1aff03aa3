import { matchRoute } from '../paths.ts'
import type { PortalConfig } from './config.ts'
import { problemKinds } from './problem.ts'
import type { Problem, ProblemKind } from './problem.ts'

/** Kinds of reports. */
export type ReportKind =
  /** The API failed, or violated the contract. */
  | 'api'
  /** The identity provider requested a step that the portal does not support. */
  | 'sign-in-step'
  /** A bug of the portal. */
  | 'script'

export type ErrorReport = {
  kind: ReportKind
  /** By kind: an error code or a kind of problem; the step's name; `formVersion/key`; the class of an error. */
  code?: string | undefined
  /** The `X-Request-Id` that a resident can quote. */
  reference?: string | undefined
  /** Where the portal's own code failed: file, line and column of the build. */
  place?: string | undefined
}

/** The pattern of a code, which excludes a user's text. */
const codePatterns: Record<ReportKind, RegExp> = {
  api: new RegExp(`^(?:[A-Z]{2}_[A-Z]{2}_\\d{4}|${problemKinds.join('|')})$`),
  'sign-in-step': /^[A-Z][A-Z_]{2,63}$/,
  script: /^(?:[A-Z][A-Za-z]*)?(?:Error|Problem|DOMException)$/,
}
const placePattern = /^[\w-]{1,40}-[\w-]{8}\.js:\d{1,7}:\d{1,7}$/
const referencePattern = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i

/** Maximum for one page: an error in a loop must not send reports without end. */
const maxReports = 20

type Send = (report: ErrorReport) => void

let send: Send | null = null
const early: ErrorReport[] = []

/** Reports a failure to the operator if the stage enables reports. Never throws and never waits. */
export function reportFailure(report: ErrorReport): void {
  if (send) send(report)
  else if (early.length < maxReports) early.push(report)
}

/** Problems that an operator can solve; the others are part of normal operation. */
const reportedKinds: ReadonlySet<ProblemKind> = new Set(['unavailable', 'timeout', 'unreadable'])

export function reportProblem({ kind, code, requestId }: Problem): void {
  if (reportedKinds.has(kind)) reportFailure({ kind: 'api', code: code ?? kind, reference: requestId })
}

/** Sends reports of this page from now on, including earlier ones. Returns a function that stops it. */
export function startErrorReports({ stage, reportTo }: Pick<PortalConfig, 'stage' | 'reportTo'>): () => void {
  const sent = new Set<string>()
  send = ({ kind, code, reference, place }) => {
    const page = pageInReport()
    const safeCode = code !== undefined && codePatterns[kind].test(code) ? code : undefined
    const safePlace = place !== undefined && placePattern.test(place) ? place : undefined
    const once = `${kind} ${safeCode} ${safePlace} ${page.route} ${page.tenant}`
    if (reportTo === undefined || sent.has(once) || sent.size >= maxReports) return
    sent.add(once)
    const safeReference = reference !== undefined && referencePattern.test(reference) ? reference : undefined
    postReport({ stage, reportTo }, { kind, code: safeCode, place: safePlace, ...page, reference: safeReference })
  }
  for (const report of early.splice(0)) send(report)
  const onError = ({ error }: ErrorEvent) => reportBug(error)
  const onRejection = ({ reason }: PromiseRejectionEvent) => reportBug(reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    send = null
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}

/** What a report says about an address: the name of its route and its tenant, whose id is no personal data. */
export function pageInReport(pathname = window.location.pathname): { route?: string; tenant?: string } {
  const match = matchRoute(pathname)
  if (match === null) return {}
  const { name: route, params } = match
  return params.tenantId === undefined ? { route } : { route, tenant: params.tenantId }
}

/**
 * Sends a report without cookies and without the page's address. Nothing waits for it, and a failure to report is not
 * reported.
 */
export function postReport(
  { stage, reportTo }: { stage: string; reportTo: string },
  content: Record<string, string | number | undefined>,
): void {
  fetch(reportTo, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...content, stage, release: releaseOf(document) }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined)
}

/** Reports a bug of the portal by class and place: the message may quote typed text. */
export function reportBug(error: unknown): void {
  reportFailure({ kind: 'script', code: nameOf(error), place: placeOf(error) })
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

/**
 * The topmost frame in the portal's own files; frames of browser extensions and application forms are skipped. A frame
 * is `at name (URL:line:column)` in Chromium, `name@URL:line:column` in Firefox and Safari.
 */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const assets = `${window.location.origin}/assets/`
  return framesOf(error)
    .split('\n')
    .filter((line) => line.includes(assets))
    .map((line) => line.slice(line.lastIndexOf(assets) + assets.length).replace(/\)$/, ''))
    .find((place) => placePattern.test(place))
}

/** Chromium puts the message, which is no frame, before the frames. If it has changed since, where it ends is unknown. */
function framesOf({ message, stack }: Error): string {
  if (typeof stack !== 'string') return ''
  if (!/^ +at /m.test(stack)) return stack
  const start = stack.indexOf(message)
  return start === -1 ? '' : stack.slice(start + message.length)
}

/** The hash in the name of the entry script differs in every build. */
export function releaseOf(page: Document): string | undefined {
  const src = page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
  return /-([\w-]{8})\.js$/.exec(src)?.[1]
}
