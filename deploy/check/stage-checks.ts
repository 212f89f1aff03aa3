import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { operationsOf, readDocument } from '../../contract/openapi/document.ts'
import { cors } from '../../contract/openapi/cors.ts'
import { isUntouched } from '../../forms/build/verify-version.ts'
import { isRecord } from '../../form-model/record.ts'
import { ConfigError, parseConfig } from '../../src/lib/config.ts'
import type { AuthFlow, PortalConfig } from '../../src/lib/config.ts'
import { languages } from '../../src/lib/language.ts'
import { identityOrigin, isThisMachine } from '../headers.ts'
import { configTextIn } from '../inline-config.ts'
import { certificateProblem, weakTls } from './connection.ts'
import { finding, grantReadAccess, headerFindings, joined as joinedByPath } from './site-checks.ts'
import { noAnswer } from './stage.ts'
import type { Answer, Finding, Stage } from './stage.ts'

/** `config.json` as the portal reads it. */
export function checkConfig(answer: Answer): { config: unknown; findings: Finding[] } {
  if (answer.status !== 200) return { config: null, findings: [missingConfig(answer)] }
  const config = parsed(answer.text)
  if (config === undefined) return { config: null, findings: [notJson(answer.text)] }
  try {
    parseConfig(config)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return {
      config,
      findings: error.faults.map((fault) => finding('config', `config.json: ${fault}`, repairOf(fault))),
    }
  }
  return { config, findings: [] }
}

function missingConfig({ status, headers }: Answer): Finding {
  const problem = `/config.json answers ${status}`
  const target = headers.get('location')
  if (status === 403) return finding('config', problem, grantReadAccess)
  if (status === 401)
    return finding('config', problem, 'Let this check in without a password: residents have none for the stage.')
  if (status >= 300 && status < 400 && target !== null)
    return finding(
      'config',
      `${problem} and leads to ${target}`,
      'Check the address that residents open, or remove the redirect: the portal needs an origin of its own.',
    )
  if (status >= 500) return finding('config', problem, 'The server has failed. See its log for the reason.')
  return finding('config', problem, 'Deploy the config.json of the stage with `npm run deploy:upload`.')
}

function notJson(text: string): Finding {
  if (!text.trimStart().startsWith('<'))
    return finding('config', '/config.json is not valid JSON', 'Correct its syntax.')
  return finding(
    'config',
    '/config.json is a web page',
    'Check the address: another server may answer. If it is the right one, deploy config.json, and answer only paths without a file with index.html.',
  )
}

function repairOf(fault: string): string {
  if (fault.endsWith(' is unknown')) return 'Correct the spelling of the key or remove it.'
  if (fault.startsWith('auth.poolId is of another region'))
    return 'Set auth.region to the part of auth.poolId before the _.'
  return 'Correct the value: docs/deploying.md lists the keys.'
}

/** A server that prefers compressed copies sends the old content of a file that was edited on the server. */
export async function checkConfigCopies(stage: Stage): Promise<Finding[]> {
  const answers = await Promise.all(
    ['identity', 'gzip', 'br'].map((encoding) =>
      stage.get('/config.json', { headers: { 'Accept-Encoding': encoding } }),
    ),
  )
  if (new Set(answers.map((answer) => answer?.text)).size === 1) return []
  return [
    finding(
      'config',
      '/config.json differs from its compressed copies',
      'Do not edit it on the server. Run `npm run deploy:upload` with the right config.json: it writes the copies too.',
    ),
  ]
}

/** Pages use the configuration in the document, if there is one, and never fetch another. */
export function checkConfigInDocument(document: Answer | null, config: unknown): Finding[] {
  const text = configTextIn(document?.text ?? '')
  const inDocument = parsed(text)
  if (text === '' || isDeepStrictEqual(inDocument, config)) return []
  return [
    finding(
      'config',
      `/config.json and the configuration in index.html differ (${differentKeys(inDocument, config).join(', ')})`,
      'Pages use the one in index.html. Run `npm run deploy:upload` with the right config.json: it writes both.',
    ),
  ]
}

function differentKeys(first: unknown, second: unknown): string[] {
  if (!isRecord(first) || !isRecord(second)) return ['all keys']
  return [...new Set([...Object.keys(first), ...Object.keys(second)])].filter(
    (key) => !isDeepStrictEqual(first[key], second[key]),
  )
}

/** The manifest of a tenant names versions that are complete and unchanged. */
export async function checkForms(stage: Stage, config: PortalConfig, tenantId: string): Promise<Finding[]> {
  const place = `${config.formsBase}/${tenantId}`
  const answer = await stage.get(`${place}/manifest.json`)
  if (answer?.status === 403) return [finding('forms', `${place}/manifest.json answers 403`, grantReadAccess)]
  const manifest = parsed(answer?.text ?? '')
  if (!isRecord(manifest) || !isRecord(manifest.forms))
    return [
      finding(
        'forms',
        `${place}/manifest.json is missing or broken`,
        'Run `npm run forms -- publish`, then `npm run deploy:upload`.',
      ),
    ]
  const current = Object.entries(manifest.forms).flatMap(([service, types]) =>
    isRecord(types)
      ? Object.entries(types).flatMap(([type, entry]) =>
          isRecord(entry)
            ? offeredVersions(entry).map((version) => ({ name: `${tenantId}/${service}/${type}`, version }))
            : [],
        )
      : [],
  )
  const findings = await Promise.all(current.map(({ name, version }) => checkVersion(stage, config, name, version)))
  return findings.flat()
}

/** The current version of a form, and those for a later time. */
function offeredVersions({ current, planned = [] }: { [key: string]: unknown }): string[] {
  const later = Array.isArray(planned) ? planned.map((plan: unknown) => (isRecord(plan) ? plan.formVersion : null)) : []
  return [current, ...later].filter((version) => typeof version === 'string')
}

/** The address of a version is the hash of its files. A tenant may have Japanese texts only. */
async function checkVersion(stage: Stage, config: PortalConfig, name: string, version: string): Promise<Finding[]> {
  const folder = `${config.formsBase}/${name}/${version}`
  const answers = await Promise.all(
    versionFiles.map(async ({ file, optional }) => ({ file, optional, answer: await stage.get(`${folder}/${file}`) })),
  )
  const missing = answers.filter(({ answer, optional }) => answer?.status !== 200 && !optional)
  if (missing.length > 0)
    return [
      finding(
        'forms',
        `${folder} lacks ${missing.map(({ file }) => file).join(', ')}`,
        'Run `npm run deploy:upload` with the published forms: files are missing.',
      ),
    ]
  const files = new Map(
    answers.flatMap(({ file, answer }) => (answer?.status === 200 ? [[file, Buffer.from(answer.text)]] : [])),
  )
  const caching = answers.flatMap(({ file, answer }) => {
    const path = `${folder}/${file}`
    if (answer?.status !== 200) return []
    const found = headerFindings({ name: file, path, expected: { status: 200, body: 'file' } }, answer, config)
    // Findings about further headers concern every file of the stage, so other checks report them.
    return found.filter(({ check }) => check === 'caching')
  })
  return isUntouched(files, name, version)
    ? joinedByPath(caching)
    : [
        finding(
          'forms',
          `${folder} contains files other than those published`,
          'Run `npm run deploy:upload` with the published forms; never edit them.',
        ),
      ]
}

const versionFiles = [
  { file: 'definition.json', optional: false },
  ...languages.map((language) => ({ file: `texts.${language}.json`, optional: language !== 'ja' })),
]

/**
 * A preflight for every operation, and the headers that an ordinary response exposes. Without a tenant, the API's
 * refusal of an unknown one is read instead of its info.
 */
export async function checkApi(stage: Stage, apiBase: string, tenantId: string | null): Promise<Finding[]> {
  const base = new URL(apiBase, stage.origin)
  const url = (path: string) => base.href.replace(/\/$/, '') + path.replaceAll(/\{\w+\}/g, 'x')
  const { infoUrl, info } = await readInfo(stage, apiBase, tenantId ?? 'none')
  if (info === null) return [await noAnswer(stage, 'api', base.href, 'apiBase')]
  if (info.status >= 500) return [finding('api', `${infoUrl} answers ${info.status}`, apiFails)]
  // A web server answers every unknown path with a page or 404, so an answer counts only in the format of the API.
  if (info.headers.get('content-type')?.includes('json') !== true)
    return [
      finding(
        'api',
        `${infoUrl} answers ${info.status} without JSON, so it is not the API`,
        'Check apiBase, and the path that a proxy passes on (--proxy of `npm run headers`).',
      ),
    ]
  const ofTenant = tenantId === null ? unknownTenantFindings(infoUrl, info) : tenantFindings(infoUrl, info, tenantId)
  // The answer of another service has nothing else to check.
  if (info.status === 200 && ofTenant.length > 0) return ofTenant
  const findings = [...ofTenant, ...answerFindings(stage, info)]
  if (base.origin === stage.origin) return findings
  const operations = operationsOf(readDocument())
  const preflights = await Promise.all(
    operations.map(async ({ operationId, method, path }) =>
      preflightFindings(
        operationId,
        method,
        await stage.at(url(path), {
          method: 'OPTIONS',
          headers: {
            Origin: stage.origin,
            'Access-Control-Request-Method': method,
            'Access-Control-Request-Headers': cors.requestHeaders.join(', ').toLowerCase(),
          },
        }),
      ),
    ),
  )
  const refusals = await Promise.all(
    [`${url('')}/p/tenants/none/info`, `${url('')}/o/profile`].map(async (address) =>
      refusalFindings(stage, address, await stage.at(address, { headers: { Origin: stage.origin } })),
    ),
  )
  return [...findings, ...joined(preflights.flat()), ...exposureFindings(stage, info), ...refusals.flat().slice(0, 1)]
}

async function readInfo(stage: Stage, apiBase: string, tenantId: string) {
  const infoUrl = `${new URL(apiBase, stage.origin).href.replace(/\/$/, '')}/p/tenants/${tenantId}/info`
  return { infoUrl, info: await stage.at(infoUrl, { headers: { Origin: stage.origin } }) }
}

/** Whether the API knows a tenant. */
export async function checkInfo(stage: Stage, apiBase: string, tenantId: string): Promise<Finding[]> {
  const { infoUrl, info } = await readInfo(stage, apiBase, tenantId)
  return info === null ? [await noAnswer(stage, 'api', infoUrl, 'apiBase')] : tenantFindings(infoUrl, info, tenantId)
}

/** Whether the pages of this origin can read what the API says of a tenant. */
export async function checkOriginOfTenant(stage: Stage, apiBase: string, tenantId: string): Promise<Finding[]> {
  const { infoUrl, info } = await readInfo(stage, apiBase, tenantId)
  if (info === null) return [await noAnswer(stage, 'api', infoUrl, 'apiBase')]
  const isElsewhere = new URL(apiBase, stage.origin).origin !== stage.origin
  return [...tenantFindings(infoUrl, info, tenantId), ...(isElsewhere ? exposureFindings(stage, info) : [])]
}

function tenantFindings(url: string, { status, text }: Answer, tenant: string): Finding[] {
  if (status !== 200)
    return [{ ...finding('api', `${url} answers ${status}`, 'Check apiBase and the id of the tenant.'), tenant }]
  const about = parsed(text)
  if (isRecord(about) && about.tenantId === tenant) return []
  return [{ ...finding('api', `${url} is not about ${tenant}`, 'Check apiBase: it is not the user web API.'), tenant }]
}

function unknownTenantFindings(url: string, { status }: Answer): Finding[] {
  return status === 404 ? [] : [finding('api', `${url} answers ${status}`, 'Check apiBase.')]
}

/** A script may read an error only if it allows the portal's origin, too; else the page reports a lost connection. */
function refusalFindings(stage: Stage, address: string, answer: Answer | null): Finding[] {
  const isTwice = answer?.headers.get('access-control-allow-origin')?.includes(',')
  if (answer === null || answer.status < 400 || isTwice || allows(answer, stage.origin)) return []
  return [
    finding(
      'cors',
      `the answer ${answer.status} of ${address} does not allow ${stage.origin}`,
      'Send Access-Control-Allow-Origin with errors, too (nginx: `add_header … always`).',
    ),
  ]
}

function allows({ headers }: Answer, origin: string): boolean {
  const allowed = headers.get('access-control-allow-origin')
  return allowed === '*' || allowed === origin
}

function preflightFindings(operationId: string, method: string, answer: Answer | null): Finding[] {
  if (answer === null || answer.status >= 400)
    return [
      finding(
        'cors',
        `preflight refused: ${operationId}`,
        'Answer OPTIONS with 204 and the headers of docs/deploying.md.',
      ),
    ]
  const methods = listed(answer.headers.get('access-control-allow-methods'))
  const headers = listed(answer.headers.get('access-control-allow-headers'))
  const missing = cors.requestHeaders.filter((name) => !headers.includes(name.toLowerCase()))
  return [
    ...(method === 'GET' || methods.includes(method.toLowerCase())
      ? []
      : [finding('cors', `${method} is not allowed: ${operationId}`, `Allow the methods ${cors.methods.join(', ')}.`)]),
    ...missing.map((name) =>
      finding('cors', `${name} is not allowed: ${operationId}`, `Allow the request header ${name}.`),
    ),
  ]
}

/** One line for each problem, with the number of operations that have it. */
function joined(findings: Finding[]): Finding[] {
  const byProblem = new Map<string, { first: Finding; count: number }>()
  for (const each of findings) {
    const key = each.problem.replace(/: .*$/, '')
    byProblem.set(key, { first: byProblem.get(key)?.first ?? each, count: (byProblem.get(key)?.count ?? 0) + 1 })
  }
  return [...byProblem.values()].map(({ first, count }) =>
    count === 1 ? first : { ...first, problem: `${first.problem} and ${count - 1} more operations` },
  )
}

function exposureFindings(stage: Stage, info: Answer): Finding[] {
  if ((info.headers.get('access-control-allow-origin') ?? '').includes(','))
    return [
      finding(
        'cors',
        'the API sends Access-Control-Allow-Origin twice',
        'Let either the API or the proxy in front of it send it.',
      ),
    ]
  if (!allows(info, stage.origin))
    return [
      finding('cors', `the API does not allow ${stage.origin}`, `Send Access-Control-Allow-Origin: ${stage.origin}.`),
    ]
  const exposed = listed(info.headers.get('access-control-expose-headers'))
  const missing = cors.exposedHeaders.filter((name) => !exposed.includes(name.toLowerCase()))
  return missing.length === 0
    ? []
    : [finding('cors', `scripts cannot read ${missing.join(', ')}`, 'Add them to Access-Control-Expose-Headers.')]
}

const apiFails = 'Start the API, and compare its address with the one that the proxy in front of it uses; see its log.'

function answerFindings(stage: Stage, info: Answer): Finding[] {
  const findings: Finding[] = []
  if (info.headers.get('etag')?.startsWith('W/') === true || info.encoding !== null)
    findings.push(
      finding('etags', 'responses of the API are compressed or have weak ETags', 'Switch compression off for the API.'),
    )
  const date = Date.parse(info.headers.get('date') ?? '')
  const skewSeconds = Math.round(Math.abs(date - stage.now()) / 1000)
  if (skewSeconds > 60)
    findings.push(
      finding(
        'clock',
        `the API's clock is ${skewSeconds} s off`,
        'Set the clock of the API server by NTP, if the clock of this machine is right.',
      ),
    )
  return findings
}

/** The certificate, old protocols and suites, and the redirect of unencrypted visitors; only for stages with https. */
export async function checkTransport(stage: Stage): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(stage.origin)
  if (protocol !== 'https:')
    return isThisMachine(hostname) ? [] : [finding('tls', 'the stage has no TLS', 'Serve the portal by https only.')]
  const certificate = certificateProblem(await stage.connect(stage.origin), stage.origin, stage.now())
  const weak = await weakTls(stage.connect, stage.origin)
  const findings = [...(certificate === null ? [] : [certificate]), ...weak].map((problem) => ({
    check: 'tls',
    ...problem,
  }))
  if (port !== '') return findings
  const plain = await stage.at(`http://${hostname}/`)
  if (plain === null || (plain.status >= 300 && plain.status < 400)) return findings
  return [
    ...findings,
    finding('tls', 'http:// is answered without a redirect', 'Redirect http to https with status 301.'),
  ]
}

/** The identity provider responds and knows the client: asked by beginning the sign-in of a user who does not exist. */
export async function checkIdentity(stage: Stage, auth: PortalConfig['auth']): Promise<Finding[]> {
  const url = new URL(auth.endpoint ?? identityOrigin(auth.region), stage.origin).href
  const answer = await stage.at(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: auth.flow.startsWith('CUSTOM') ? 'CUSTOM_AUTH' : auth.flow,
      ClientId: auth.clientId,
      AuthParameters: { USERNAME: `nobody__${randomBytes(8).toString('hex')}`, ...firstParameters[auth.flow]() },
    }),
  })
  if (answer === null) return [await noAnswer(stage, 'identity', url, 'auth.region or auth.endpoint')]
  const body = parsed(answer.text)
  if (!isRecord(body))
    return [
      finding(
        'identity',
        `${url} answers ${answer.status} without JSON, so it is not the identity provider`,
        'Check auth.region, auth.endpoint, and a proxy in between.',
      ),
    ]
  const message = typeof body.message === 'string' ? body.message : ''
  const row = clientProblems.find(({ pattern }) => pattern.test(`${String(body.__type)} ${message}`))
  return row === undefined ? [] : [finding('identity', row.problem, row.fix)]
}

/** The content of the first request of each flow, besides the name. */
const firstParameters: { [flow in AuthFlow]: () => Record<string, string> } = {
  USER_SRP_AUTH: () => ({ SRP_A: randomBytes(128).toString('hex') }),
  USER_PASSWORD_AUTH: () => ({ PASSWORD: randomBytes(16).toString('hex') }),
  CUSTOM_WITH_SRP: () => ({ SRP_A: randomBytes(128).toString('hex'), CHALLENGE_NAME: 'SRP_A' }),
  CUSTOM_WITHOUT_SRP: () => ({}),
}

/**
 * By name and message of the identity provider's error; `npm run deploy:check -- --identity` tries the rest with an
 * account.
 */
const clientProblems = [
  {
    pattern: /ResourceNotFoundException/,
    problem: 'the client does not exist in this region',
    fix: 'Correct auth.clientId and auth.region.',
  },
  {
    pattern: /secret.?hash/i,
    problem: 'the client has a secret, which a web page cannot keep',
    fix: 'Create a client with GenerateSecret: false, and set auth.clientId.',
  },
  {
    pattern: /flow not enabled|is not enabled for the client/i,
    problem: 'the client does not allow the flow of auth.flow',
    fix: 'Allow the flow in the client (docs/identity.md), or correct auth.flow.',
  },
]

function listed(header: string | null): string[] {
  return (header ?? '').split(',').map((each) => each.trim().toLowerCase())
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
