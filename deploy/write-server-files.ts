/** `npm run headers`: the configuration of web servers from the header table. See the usage below. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../forms/source/make-folder.ts'
import { Misuse, optionsOf } from '../scripts/options.ts'
import { cloudFrontTemplate } from './cloudfront.ts'
import { runCommand } from './command.ts'
import { inlineCodeModule } from '../scripts/starter/starter-code.ts'
import { addressesFor, containerPorts, exampleOptions, nginxConfig, usualPorts } from './nginx.ts'
import { tenantHosts } from './headers.ts'
import { isOfPortal, readStageConfig } from './stage-config.ts'
import { staticHostHeaders, staticHostRedirects } from './static-host.ts'

const here = import.meta.dirname
const hashes = path.join(here, 'inline-code.ts')
const usage = `npm run headers -- [CONFIG OUT [options]]   the configuration of web servers

  CONFIG OUT               the config.json of the stage, and the folder to write to; without them the committed examples
  --server-name NAME       the host name of the portal (nginx)
  --site-root FOLDER       the build on the server (nginx)
  --stage-root FOLDER      config.json and forms on the server, if they are elsewhere (nginx)
  --certificate FILE       the certificate with its chain (nginx)
  --certificate-key FILE   its key (nginx)
  --access-log FILE        its log (nginx)
  --proxy /PATH/=URL       passes a path on to another server, e.g. the API; repeatable (nginx)
  --container              for the container of docs/deploying.md: other ports, the log on its standard output (nginx)
  --no-http2               for an nginx without that module
  --no-ipv6                for a machine without IPv6`
const text = { type: 'string' } as const

await runCommand(async () => {
  const { values, positionals } = optionsOf(usage, {
    allowPositionals: true,
    options: {
      'server-name': text,
      'site-root': text,
      'stage-root': text,
      certificate: text,
      'certificate-key': text,
      'access-log': text,
      container: { type: 'boolean', default: false },
      'no-http2': { type: 'boolean', default: false },
      'no-ipv6': { type: 'boolean', default: false },
      proxy: { type: 'string', multiple: true, default: [] },
    },
  })
  // With the first one alone, the committed examples would be those of another stage.
  if (positionals.length === 1) throw new Misuse('Name the folder to write to, after the configuration.')
  if (positionals.length > 2) throw new Misuse('Name one configuration and one folder.')
  const inlineCode = await inlineCodeModule()
  if (readFileSync(hashes, 'utf8') !== inlineCode) {
    writeFileSync(hashes, inlineCode)
    process.stderr.write(`${hashes} was out of date and has been updated. Run the command again.\n`)
    process.exit(1)
  }
  const [file = path.join(here, 'config.example.json'), out = path.join(here, 'examples')] = positionals
  requireHostName(values['server-name'])
  for (const option of ['site-root', 'stage-root', 'certificate', 'certificate-key', 'access-log'] as const)
    requireAbsolute(option, values[option])
  const { config } = readStageConfig(file)
  const serverName = values['server-name'] ?? exampleOptions.serverName
  if (tenantHosts(config).includes(serverName.toLowerCase()))
    throw new Misuse(`tenants has the host ${serverName} of the portal itself, which would show one tenant only.`)
  const nginx = nginxConfig(config, {
    ...exampleOptions,
    ...addressesFor(
      { http2: !values['no-http2'], ipv6: !values['no-ipv6'] },
      values.container ? containerPorts : usualPorts,
    ),
    serverName,
    siteRoot: values['site-root'] ?? exampleOptions.siteRoot,
    stageRoot: values['stage-root'] ?? values['site-root'] ?? exampleOptions.stageRoot,
    certificate: values.certificate ?? exampleOptions.certificate,
    certificateKey: values['certificate-key'] ?? exampleOptions.certificateKey,
    accessLog: values['access-log'] ?? (values.container ? '/dev/stdout' : exampleOptions.accessLog),
    proxies: Object.fromEntries(values.proxy.map(proxyOf)),
  })
  makeFolder(out)
  const files: Record<string, string> = {
    'portal.conf': nginx,
    'cloudfront.template.json': cloudFrontTemplate(config),
    _headers: staticHostHeaders(config),
    _redirects: staticHostRedirects(),
  }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(out, name), content)
    process.stdout.write(`${path.join(out, name)}\n`)
  }
})

function requireHostName(name: string | undefined): void {
  if (name !== undefined && !/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(name))
    throw new Misuse(`--server-name ${name} is not a host name. Write it without https:// and port: portal.example.jp.`)
}

function requireAbsolute(option: string, file: string | undefined): void {
  if (file !== undefined && !/^\/[\w./-]+$/.test(file))
    throw new Misuse(`--${option} ${file} is not an absolute path without spaces, such as /srv/portal.`)
}

/** Reads `/app/web/=http://127.0.0.1:8080`: the path on the portal's origin and its target. */
function proxyOf(option: string): [place: string, upstream: string] {
  const [, place, upstream] = /^(\/[\w/-]+\/)=(https?:\/\/[\w.:[\]-]+(?:\/[\w./-]*)?)$/.exec(option) ?? []
  if (place === undefined || upstream === undefined)
    throw new Misuse(`--proxy ${option} is not of the form /app/web/=http://127.0.0.1:8080.`)
  if (isOfPortal(place)) throw new Misuse(`--proxy ${option} would hide pages or files of the portal below ${place}.`)
  if (/^https?:\/\/[^/]+$/.test(upstream) || upstream.endsWith('/')) return [place, upstream]
  throw new Misuse(`--proxy ${option}: end the path of the target with a slash, as ${place} does.`)
}
