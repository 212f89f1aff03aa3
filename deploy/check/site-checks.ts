import { expectedHeaders, siteRequests } from '../site-requests.ts'
import type { SiteRequest } from '../site-requests.ts'
import type { HeaderConfig } from '../headers.ts'
import { configTextIn } from '../inline-config.ts'
import { noAnswer } from './stage.ts'
import type { Answer, Finding, Stage } from './stage.ts'

/**
 * Requests of the table that every stage can answer; paths with invented file names are replaced by names from the
 * document.
 */
const universal = siteRequests.filter(
  ({ expected, path, revalidate, exists }) =>
    revalidate !== true &&
    exists !== true &&
    (path === '/' || expected.body === 'index' || expected.status === 404 || path === '/config.json'),
)

/** The fix of 403 for a file that exists. */
export const grantReadAccess = 'Let the web server read the files: `deploy:upload` makes them readable for all users.'

/** Documents, deep links, missing files: status, type and every header of the table. */
export async function checkSite(stage: Stage, config: HeaderConfig): Promise<Finding[]> {
  const document = await stage.get('/')
  if (document === null) return [await noAnswer(stage, 'site', `${stage.origin}/`)]
  // Stops here, because every other check would report the same cause.
  if (document.status !== 200) return [wrongStatus('/', document.status, 200)]
  const findings = await Promise.all(universal.map((request) => checkRequest(stage, request, config, document)))
  return joined([
    ...findings.flat(),
    ...(await checkRevalidation(stage)),
    ...(await checkAssets(stage, document, config)),
  ])
}

/** A visitor who has the document gets it again only after it has changed. */
async function checkRevalidation(stage: Stage): Promise<Finding[]> {
  const encoding = { 'Accept-Encoding': 'identity' }
  const tag = (await stage.get('/', { headers: encoding }))?.headers.get('etag') ?? null
  if (tag === null)
    return [finding('caching', '/ has no ETag', 'Send ETags for files: a proxy before the server may remove them.')]
  const again = await stage.get('/', { headers: { ...encoding, 'If-None-Match': tag } })
  if (again?.status === 304) return []
  return [
    finding(
      'caching',
      `/ answers ${again?.status ?? 'nothing'} instead of 304 to its own ETag`,
      'Answer If-None-Match with 304: a proxy before the server may remove the header.',
    ),
  ]
}

async function checkRequest(
  stage: Stage,
  request: SiteRequest,
  config: HeaderConfig,
  document: Answer,
): Promise<Finding[]> {
  const { method = 'GET', accept = 'identity' } = request
  const answer = await stage.get(request.path, { method, headers: { 'Accept-Encoding': accept } })
  const { status, body } = request.expected
  if (answer === null)
    return [finding('site', `${request.path} does not respond`, 'The server closed the connection or was too slow.')]
  if (answer.status !== status)
    return [wrongStatus(`${method === 'GET' ? '' : `${method} `}${request.path}`, answer.status, status)]
  if (body === 'index' && answer.text !== document.text) return [otherDocument(request)]
  const charset = /charset=([^;]+)/i.exec(answer.headers.get('content-type') ?? '')?.[1]?.trim() ?? 'utf-8'
  if (body === 'index' && charset.toLowerCase() !== 'utf-8')
    return [finding('pages', `${request.path} is sent as ${charset}`, 'Send Content-Type: text/html; charset=utf-8.')]
  return headerFindings(request, answer, config)
}

function otherDocument({ path, accept }: SiteRequest): Finding {
  return accept === undefined || accept === 'identity'
    ? finding('pages', `${path} is not the document of /`, 'Answer pages with the same index.html.')
    : finding(
        'pages',
        `the ${accept} copy of ${path} is another document`,
        'Run `npm run deploy:upload`: it writes the compressed copies too. Delete what a cache has stored.',
      )
}

function wrongStatus(request: string, found: number, expected: number): Finding {
  const problem = `${request} answers ${found} instead of ${expected}`
  if (expected === 404)
    return finding(
      'missing files',
      problem,
      'Answer 404 for missing files below /assets/ and /forms/ and for missing files with an ending, never index.html.',
    )
  if (found === 403) return finding('pages', problem, grantReadAccess)
  return finding('pages', problem, 'Answer every path that is not a file with index.html and status 200.')
}

export function headerFindings(request: SiteRequest, answer: Answer, config: HeaderConfig): Finding[] {
  return Object.entries(expectedHeaders(request, config)).flatMap(([name, expected]) => {
    const found = answer.headers.get(name)
    if (found === expected || (name === 'Cache-Control' && sameCaching(found, expected))) return []
    return [
      finding(
        name === 'Cache-Control' ? 'caching' : 'headers',
        found === null
          ? `${request.path} has no ${name}`
          : `${request.path} has ${name}: ${difference(found, expected)}`,
        `Send ${name}: ${shortened(expected)}. \`npm run headers -- config.json OUT\` writes the server's configuration.`,
      ),
    ]
  })
}

/** The value; for a long policy, only the directives that differ. */
function difference(found: string, expected: string): string {
  if (found.length <= longest) return found
  const directives = (policy: string) => policy.split(';').map((part) => part.trim())
  const others = directives(found).filter((part) => !directives(expected).includes(part))
  return shortened(others.length === 0 ? found : `… ${others.join('; ')} …`)
}

/** Hosts combine no-cache with other directives. */
function sameCaching(found: string | null, expected: string): boolean {
  return expected === 'no-cache' && found !== null && /^(?:public, )?max-age=0, ?must-revalidate$/.test(found)
}

/** The scripts and styles that the document names: immutable, compressed, with the right type. */
async function checkAssets(stage: Stage, document: Answer, config: HeaderConfig): Promise<Finding[]> {
  const paths = assetsOf(document)
  if (paths.length === 0)
    return [finding('site', 'the document names no script', 'Is this the index.html of the portal? Deploy dist/.')]
  const findings = await Promise.all(
    paths.map(async (path): Promise<Finding[]> => {
      const type = path.endsWith('.css') ? 'text/css' : 'text/javascript'
      const answer = await stage.get(path, { headers: { 'Accept-Encoding': 'gzip, br' } })
      // A missing asset is reported by the check of the release.
      if (answer?.status !== 200) return []
      const request: SiteRequest = { name: path, path, expected: { status: 200, body: 'file' } }
      return [
        ...headerFindings(request, answer, config),
        ...(answer.encoding === null && answer.text.length > 1_024
          ? [
              finding(
                'compression',
                `${path} is not compressed`,
                'Serve the .br and .gz copies of the build, or compress.',
              ),
            ]
          : []),
        ...(answer.encoding === null || variesByEncoding(answer)
          ? []
          : [finding('caching', `${path} is compressed without Vary`, 'Send Vary: Accept-Encoding with it.')]),
        ...(isType(answer, type)
          ? []
          : [finding('assets', `${path} is not ${type}`, `Set its Content-Type to ${type}.`)]),
      ]
    }),
  )
  return findings.flat()
}

function variesByEncoding({ headers }: Answer): boolean {
  return /\*|accept-encoding/i.test(headers.get('vary') ?? '')
}

/** Scripts and styles that the document names, which the sign-in page needs before it can be used. */
export function assetsOf(document: Answer): string[] {
  return [...document.text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
}

export type SignInWeight = { files: number; uncompressed: number; bytes: number; unknownSizes: number }

/** The files that the sign-in page loads before it can be used, as received over the network. */
export async function signInWeight(stage: Stage): Promise<SignInWeight> {
  const accepted = { headers: { 'Accept-Encoding': 'gzip, br' } }
  const document = await stage.get('/', accepted)
  const paths = document === null ? [] : assetsOf(document)
  // The page is not a document of the portal.
  if (paths.length === 0) return { files: 0, uncompressed: 0, bytes: 0, unknownSizes: 0 }
  const isInDocument = configTextIn(document?.text ?? '') !== ''
  const requested = isInDocument ? paths : ['/config.json', ...paths]
  const others = await Promise.all(requested.map((path) => stage.get(path, accepted)))
  const answers = [document, ...others].filter((answer) => answer !== null)
  return {
    files: answers.length,
    uncompressed: answers.filter(({ encoding, text }) => encoding === null && text.length > 1_024).length,
    bytes: answers.reduce((sum, { wireBytes }) => sum + (wireBytes ?? 0), 0),
    unknownSizes: answers.filter(({ wireBytes }) => wireBytes === null).length,
  }
}

function isType(answer: Answer, type: string): boolean {
  const found = answer.headers.get('content-type') ?? ''
  return found.startsWith(type) || (type === 'text/javascript' && found.startsWith('application/javascript'))
}

/** One line for the same problem at several paths. */
export function joined(findings: readonly Finding[]): Finding[] {
  const byProblem = Map.groupBy(findings, ({ check, problem, fix }) =>
    [check, problem.replace(/^\S+/, ''), fix].join('\n'),
  )
  return [...byProblem.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    if (others.length === 0) return [first]
    return [{ ...first, problem: `${first.problem} (${others.length} more paths too)` }]
  })
}

export function finding(check: string, problem: string, fix: string): Finding {
  return { check, problem, fix }
}

/** The number of characters of a value in a report. */
const longest = 160

function shortened(value: string): string {
  return value.length > longest ? `${value.slice(0, longest - 3)}…` : value
}
