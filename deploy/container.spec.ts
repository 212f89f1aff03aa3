import { spawn } from 'node:child_process'
import type { StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { get as getSecurely } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { containerPorts, exampleOptions, nginxConfig } from './nginx.ts'
import type { HeaderConfig } from './headers.ts'
import { makeCertificate } from './testing/certificate.ts'
import { freePort, programs } from './testing/nginx-server.ts'

const root = path.join(import.meta.dirname, '..')
const containerfile = read('deploy/container/Containerfile')
const instructions = containerfile
  .replaceAll('\\\n', '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const docs = read('docs/deploying.md')

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

function argumentsOf(name: string): string[] {
  return instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim())
}

describe('the container file', () => {
  it('runs as a numbered user without root, and ends nginx without breaking responses', () => {
    expect(argumentsOf('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)])
    expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGQUIT'])
  })

  it('leaves the base to the operator, and the documentation names one with its version', () => {
    expect(argumentsOf('FROM')).toEqual(['${NGINX}'])
    expect(argumentsOf('ARG')).toEqual(['NGINX'])
    expect(docs).toMatch(/^NGINX=nginx:\d+\.\d+\.\d+-\w+ docker compose /m)
  })

  it('copies only what the documented commands have written', () => {
    const sources = argumentsOf('COPY').map((line) => line.split(' ')[0])
    expect(sources).toEqual(['nginx.conf', 'portal.conf', 'site'])
    expect(docs).toContain(' .local/container/site --forms')
    expect(docs).toContain('npm run headers -- config.json .local/container --container')
    expect(docs).toContain('cp deploy/container/* .local/container/')
  })

  it('checks its health from inside, and exposes the ports of the generated configuration', () => {
    const [check = ''] = argumentsOf('HEALTHCHECK')
    const [listen = ''] = /(?<=listen )127\.0\.0\.1:\d+/.exec(read('deploy/container/nginx.conf')) ?? []
    expect(check).toContain(`"http://${listen}/version.json"`)
    expect(argumentsOf('EXPOSE')).toEqual([`${containerPorts.http} ${containerPorts.https}`])
  })
})

describe('the compose example', () => {
  const { services } = parse(read('deploy/container/compose.yaml')) as {
    services: { [name: string]: Record<string, unknown> }
  }

  it('cannot write its file system, and has no rights', () => {
    expect(services.portal).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      ports: [`80:${containerPorts.http}`, `443:${containerPorts.https}`],
      volumes: [expect.stringMatching(/:ro$/)],
    })
  })
})

describe('nginx with the configuration of the container', () => {
  it('serves the portal and the health check, and writes nothing outside of /tmp', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'container-'))
    const [https, http, health] = [await freePort(), await freePort(), await freePort()]
    for (const name of ['tmp', 'site']) mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, 'site/version.json'), '{"release":"1.0.0"}')
    const { certificate, certificateKey } = makeCertificate(programs().openssl, folder)
    const stage = JSON.parse(read('deploy/config.example.json')) as HeaderConfig
    const site = { siteRoot: path.join(folder, 'site'), stageRoot: path.join(folder, 'site') }
    const listen = { listen: [`127.0.0.1:${https} ssl`], redirectListen: [`127.0.0.1:${http}`] }
    const portal = { ...exampleOptions, ...site, ...listen, certificate, certificateKey, accessLog: '/dev/stdout' }
    writeFileSync(path.join(folder, 'portal.conf'), nginxConfig(stage, portal))
    const main = read('deploy/container/nginx.conf')
      .replaceAll('/tmp', `${folder}/tmp`)
      .replace('/etc/nginx', folder)
      .replace('/srv/portal', site.siteRoot)
      .replace('127.0.0.1:8081', `127.0.0.1:${health}`)
    writeFileSync(path.join(folder, 'nginx.conf'), main)
    const before = readdirSync(folder)
    const args = ['-c', path.join(folder, 'nginx.conf'), '-e', '/dev/stderr']
    const logFile = path.join(folder, 'tmp/log')
    // A pipe of Node.js is a socket, which nginx cannot open by its name.
    const output = openSync(logFile, 'a')
    const stdio = ['ignore', output, output] satisfies StdioOptions
    const server = spawn(programs().program, [...args, '-g', 'daemon off; master_process off;'], { stdio })
    const ended = once(server, 'exit')
    const log = () => readFileSync(logFile, 'utf8')
    const statusOf = (address: string) => requestStatus(address, readFileSync(certificate))
    await vi.waitFor(async () => expect(await statusOf(`http://127.0.0.1:${health}/version.json`)).toBe(200), 10_000)
    expect(await statusOf(`http://127.0.0.1:${health}/`)).toBe(404)
    expect(await statusOf(`https://127.0.0.1:${https}/version.json`)).toBe(200)
    await vi.waitFor(() => expect(log().match(/ GET \S+ \d+ /g)).toEqual([' GET /version.json 200 ']))
    server.kill('SIGQUIT')
    await ended
    closeSync(output)
    expect(readdirSync(folder)).toEqual(before)
    expect(readdirSync(path.join(folder, 'tmp'))).toContain('client_body')
  })
})

async function requestStatus(address: string, ca: Buffer): Promise<number | undefined> {
  const request = address.startsWith('https:') ? getSecurely(address, { ca }) : get(address)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer.resume().statusCode
}
