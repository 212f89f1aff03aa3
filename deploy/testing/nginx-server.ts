import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { nginxConfig } from '../nginx.ts'
import type { NginxOptions } from '../nginx.ts'
import type { HeaderConfig } from '../headers.ts'
import { makeCertificate } from './certificate.ts'

export type RunningNginx = {
  origin: string
  /** The http address, which redirects. */
  plainOrigin: string
  certificate: string
  hasBrotli: boolean
  /** The access log so far. */
  log: () => string
  stop: () => Promise<void>
}

/** nginx with the generated configuration, on a free port with a certificate of its own. */
export async function startNginx(
  config: HeaderConfig,
  {
    port: wantedPort,
    edit = (text) => text,
    ...options
  }: Pick<NginxOptions, 'siteRoot' | 'stageRoot'> &
    Partial<NginxOptions> & {
      port?: number
      /** An operator's change of the generated file. */
      edit?: (text: string) => string
    },
): Promise<RunningNginx> {
  const { program, openssl, brotli } = programs()
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'))
  const [port, plainPort] = [wantedPort ?? (await freePort()), await freePort()]
  const { certificate, certificateKey } = makeCertificate(openssl, folder)
  if (brotli !== null) writeFileSync(path.join(folder, 'portal-brotli.conf'), 'brotli_static on;\n')
  const server = nginxConfig(config, {
    serverName: 'localhost',
    listen: [`127.0.0.1:${port} ssl http2`, `[::1]:${port} ssl http2`],
    redirectListen: [`127.0.0.1:${plainPort}`, `[::1]:${plainPort}`],
    brotliInclude: path.join(folder, 'portal-brotli*.conf'),
    proxies: {},
    accessLog: path.join(folder, 'access.log'),
    certificate,
    certificateKey,
    ...options,
  })
  writeFileSync(path.join(folder, 'portal.conf'), edit(server))
  writeFileSync(path.join(folder, 'nginx.conf'), mainConfig(folder, brotli))
  const args = ['-p', folder, '-c', path.join(folder, 'nginx.conf')]
  execFileSync(program, [...args, '-t'], { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  const child = spawn(program, [...args, '-g', 'daemon off; master_process off;'], { stdio: 'ignore' })
  await listening(port)
  return {
    origin: `https://localhost:${port}`,
    plainOrigin: `http://localhost:${plainPort}`,
    certificate: readFileSync(certificate, 'utf8'),
    hasBrotli: brotli !== null,
    log: () => readFileSync(path.join(folder, 'access.log'), 'utf8'),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A configuration for nginx as an unprivileged user, which includes `portal.conf` of the folder. `brotli`: the path of
 * the module, or null.
 */
export function mainConfig(folder: string, brotli: string | null): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(path.join(folder, name))
    return `  ${name}_temp_path ${path.join(folder, name)};`
  })
  return [
    ...(brotli === null ? [] : [`load_module ${brotli};`]),
    `pid ${path.join(folder, 'nginx.pid')};`,
    `error_log ${path.join(folder, 'error.log')};`,
    'events {}',
    'http {',
    ...temporary,
    `  include ${path.join(folder, 'portal.conf')};`,
    '}',
    '',
  ].join('\n')
}

type Programs = { program: string; openssl: string; brotli: string | null }

/** Paths of nginx, of its Brotli module and of openssl; installs the programs if they are missing. */
export function programs(): Programs {
  const note = path.join(import.meta.dirname, '..', '..', '.local', 'nginx.json')
  if (!existsSync(note))
    execFileSync(process.execPath, [path.join(import.meta.dirname, '../../scripts/ensure-nginx.mjs')], {
      stdio: 'inherit',
    })
  return JSON.parse(readFileSync(note, 'utf8')) as Programs
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system assigned no port.')
  return address.port
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.unref()
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await pause(50)
  }
  throw new Error(`nginx does not listen on port ${port}.`)
}
