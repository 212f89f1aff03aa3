import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Definition } from '../../form-model/definition.ts'
import { formVersionOf } from '../../forms/build/form-version.ts'
import { cors } from '../../contract/openapi/cors.ts'
import type { Fetch } from '../check/stage.ts'
import { sha256 } from '../finish-site.ts'
import { headersFor, missingFileHeaders, resourceKind } from '../headers.ts'
import type { HeaderConfig } from '../headers.ts'
import { withConfig } from '../inline-config.ts'

export const stageOrigin = 'https://stage.example.jp'
export const now = Date.parse('2026-11-22T03:00:00Z')

export type SampleRequest = { url: URL; method: string; headers: Headers }
/** The response to one request; null without a connection. */
export type Respond = (request: SampleRequest) => Response | null

const api = 'https://api.portal.example.jp'
const exampleConfig = readFileSync(path.join(import.meta.dirname, '..', 'config.example.json'), 'utf8')

/** The published files of a tenant with one form, by path. */
function formFiles(texts: { [file: string]: string }): { [path: string]: string } {
  const definition = { tenantId: 'minato-city', serviceId: 'bulky-waste', type: 'individual' }
  const content = { definition: definition as Omit<Definition, 'formVersion'>, texts }
  const formVersion = formVersionOf(content)
  const folder = `/forms/minato-city/bulky-waste/individual/${formVersion}`
  const manifest = {
    tenantId: 'minato-city',
    forms: { 'bulky-waste': { individual: { current: formVersion, versions: [] } } },
  }
  return {
    '/forms/minato-city/manifest.json': JSON.stringify(manifest),
    [`${folder}/definition.json`]: JSON.stringify({ formVersion, ...definition }),
    ...Object.fromEntries(Object.entries(texts).map(([file, text]) => [`${folder}/${file}`, text])),
  }
}

const assets: { [name: string]: string } = {
  '/assets/app-1a2b3c4d.js': 'export {}\n'.repeat(300),
  '/assets/app-1a2b3c4d.css': 'body{}\n'.repeat(300),
  // Loaded after the sign-in.
  '/assets/list-5e6f7a8b.js': 'export {}\n',
}
const hashes = Object.entries(assets).map(([name, content]) => [name, sha256(content)] as const)
const files: { [name: string]: string } = {
  ...assets,
  '/config.json': exampleConfig,
  '/version.json': JSON.stringify({ release: '1.0.0', build: '0123456789ab', assets: Object.fromEntries(hashes) }),
}
const bareDocument = [
  '<!doctype html><link rel="stylesheet" href="/assets/app-1a2b3c4d.css">',
  '<script type="application/json" id="portal-config"></script><script src="/assets/app-1a2b3c4d.js"></script>',
].join('')

/** The document of the stage, as the upload writes it for a configuration. */
export function documentWith(config: unknown): string {
  return withConfig(bareDocument, config)
}
const document = documentWith(JSON.parse(exampleConfig))

/** A stage without problems: the portal of config.example.json, one form with these texts, an API on another origin. */
export function respondWithForm(texts: { [file: string]: string }): Respond {
  const published = { ...files, ...formFiles(texts) }
  return ({ url, method, headers }) => {
    if (url.protocol === 'http:') return new Response(null, { status: 301, headers: { Location: `${stageOrigin}/` } })
    if (url.origin === stageOrigin)
      return headers.get('If-None-Match') === fileTag ? notModified() : respondFile(url.pathname, published, headers)
    if (url.origin === api) return method === 'OPTIONS' ? preflight() : apiAnswer(url.pathname)
    return identityAnswer('NotAuthorizedException', 'Incorrect username or password.')
  }
}

export const respondWell = respondWithForm({ 'texts.ja.json': '{}', 'texts.en.json': '{}' })

const fileTag = '"1a2b3c4d"'

function notModified(): Response {
  return new Response(null, { status: 304, headers: { ETag: fileTag } })
}

/** A refusal by the identity provider. */
export function identityAnswer(name: string, message: string): Response {
  return Response.json({ __type: name, message }, { status: 400 })
}

function respondFile(name: string, published: { [path: string]: string }, asked: Headers): Response {
  const config = JSON.parse(exampleConfig) as HeaderConfig
  if (resourceKind(name) === 'document')
    return new Response(document, {
      headers: { ...headersFor(name, config), 'Content-Type': 'text/html', ETag: fileTag },
    })
  const content = published[name]
  if (content === undefined) return new Response('Not found', { status: 404, headers: missingFileHeaders(config) })
  const type = name.endsWith('.css') ? 'text/css' : name.endsWith('.js') ? 'text/javascript' : 'application/json'
  const encoding = ['br', 'gzip'].find((each) => (asked.get('Accept-Encoding') ?? 'br').includes(each))
  return new Response(content, {
    headers: {
      ...headersFor(name, config),
      'Content-Type': type,
      Vary: 'Accept-Encoding',
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    },
  })
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': stageOrigin,
      'Access-Control-Allow-Methods': cors.methods.join(', '),
      'Access-Control-Allow-Headers': cors.requestHeaders.join(', '),
    },
  })
}

function apiAnswer(place: string): Response {
  const tenantId = /\/p\/tenants\/(?<tenantId>[^/]+)\/info$/.exec(place)?.groups?.tenantId
  const status = tenantId === undefined ? 401 : tenantId === 'none' ? 404 : 200
  return Response.json(status === 200 ? { tenantId } : { status }, {
    status,
    headers: {
      'Access-Control-Allow-Origin': stageOrigin,
      'Access-Control-Expose-Headers': cors.exposedHeaders.join(', '),
      Date: new Date(now).toUTCString(),
      ETag: '"1"',
    },
  })
}

/** A `fetch` for such a stage. */
export function fetchFrom(respond: Respond): Fetch {
  return (input, init = {}) => {
    const request = { url: new URL(input), method: init.method ?? 'GET', headers: new Headers(init.headers) }
    const response = respond(request)
    return response === null ? Promise.reject(new TypeError('fetch failed')) : Promise.resolve(response)
  }
}
