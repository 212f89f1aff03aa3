import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compressFile } from '../../deploy/compress.ts'
import { withConfig } from '../../deploy/inline-config.ts'
import { freePort, startNginx } from '../../deploy/testing/nginx-server.ts'
import type { PortalConfig } from '../../src/lib/config.ts'
import { startSandbox } from './start-sandbox.ts'

/**
 * What serves the portal: the sandbox, nginx with the API below its own origin, or nginx with the API on another one.
 */
export type ServedBy = 'sandbox' | 'nginx' | 'nginx-and-another-api'

export type RunningSite = {
  url: string
  /** Address of the sandbox for programs, without TLS. */
  sandboxUrl: string
  /** Origin of the API as the browser uses it. */
  apiUrl: string
  cardUrl: string
  /** The certificate that the site has created. */
  certificateFile?: string
  stop: () => Promise<void>
}

const repository = join(import.meta.dirname, '../..')
/** Where pages on nginx send error reports. */
export const reportPath = '/error-reports'
const apiPaths = ['/app/web/', '/_identity/']

export async function startSite(servedBy: ServedBy): Promise<RunningSite> {
  if (servedBy !== 'sandbox') return startBehindNginx(servedBy)
  const { url, cardUrl, stop } = await startSandbox()
  return { url, sandboxUrl: url, apiUrl: url, cardUrl, stop }
}

/**
 * The built portal on nginx, as the upload writes it: the files of `dist/`, `config.json` in the document too, the
 * forms.
 */
async function startBehindNginx(servedBy: Exclude<ServedBy, 'sandbox'>): Promise<RunningSite> {
  const isApart = servedBy === 'nginx-and-another-api'
  const [port, apiPort] = [await freePort(), await freePort()]
  const [url, apiUrl] = [`https://localhost:${port}`, `https://localhost:${isApart ? apiPort : port}`]
  const sandbox = await startSandbox('--origin', url)
  const answer = await fetch(`${sandbox.ownUrl}/config.json`)
  const shown = (await answer.json()) as PortalConfig
  const config: PortalConfig = {
    ...shown,
    ...(isApart && { apiBase: `${apiUrl}/app/web`, auth: { ...shown.auth, endpoint: `${apiUrl}/_identity/` } }),
    reportTo: reportPath,
    webVitals: true,
    demo: false,
  }
  const stageRoot = mkdtempSync(join(tmpdir(), 'stage-'))
  writeFileSync(join(stageRoot, 'config.json'), JSON.stringify(config))
  symlinkSync(join(repository, '.local/forms'), join(stageRoot, 'forms'))
  const siteRoot = join(stageRoot, 'site')
  cpSync(join(repository, 'dist'), siteRoot, { recursive: true, preserveTimestamps: true })
  const document = join(siteRoot, 'index.html')
  writeFileSync(document, withConfig(readFileSync(document, 'utf8'), config))
  await compressFile(document)

  const toSandbox = (paths: string[]) => Object.fromEntries(paths.map((path) => [path, sandbox.ownUrl]))
  // The logos of the sample tenants belong to the sandbox.
  const own = isApart ? ['/_sandbox/'] : [...apiPaths, '/_sandbox/']
  const site = await startNginx(config, {
    port,
    siteRoot,
    stageRoot,
    proxies: toSandbox(own),
  })
  // The origin of the API serves no files.
  const emptyRoot = join(stageRoot, 'nothing')
  mkdirSync(emptyRoot)
  const api = isApart
    ? await startNginx(config, {
        port: apiPort,
        siteRoot: emptyRoot,
        stageRoot: emptyRoot,
        proxies: toSandbox(apiPaths),
      })
    : null
  const certificateFile = join(stageRoot, 'certificates.pem')
  writeFileSync(certificateFile, [site, api].map((server) => server?.certificate ?? '').join(''))
  return {
    url,
    sandboxUrl: sandbox.ownUrl,
    apiUrl,
    cardUrl: sandbox.cardUrl,
    certificateFile,
    stop: async () => {
      await Promise.all([site.stop(), api?.stop(), sandbox.stop()])
      rmSync(stageRoot, { recursive: true })
    },
  }
}
