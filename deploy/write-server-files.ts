/**
 * Writes the configuration of web servers from the header table.
 *
 * `npm run headers`: the committed examples. `npm run headers -- CONFIG OUT [options]`: for a stage's `config.json`,
 * into a folder. Options for nginx: `--server-name`, `--site-root`, `--stage-root`, `--certificate`,
 * `--certificate-key` and `--proxy /app/web/=http://127.0.0.1:8080` (repeatable).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cloudFrontTemplate } from './cloudfront.ts'
import type { HeaderConfig } from './headers.ts'
import { inlineCodeModule } from '../scripts/starter/starter-code.ts'
import { exampleOptions, nginxConfig } from './nginx.ts'
import { staticHostHeaders, staticHostRedirects } from './static-host.ts'

const here = import.meta.dirname
const hashes = path.join(here, 'inline-code.ts')
const inlineCode = await inlineCodeModule()
if (readFileSync(hashes, 'utf8') !== inlineCode) {
  writeFileSync(hashes, inlineCode)
  process.stderr.write(`${hashes} was out of date and has been updated. Run the command again.\n`)
  process.exit(1)
}
const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'server-name': text,
    'site-root': text,
    'stage-root': text,
    certificate: text,
    'certificate-key': text,
    proxy: { type: 'string', multiple: true, default: [] },
  },
})
const [file = path.join(here, 'config.example.json'), out = path.join(here, 'examples')] = positionals
const config = JSON.parse(readFileSync(file, 'utf8')) as HeaderConfig
const nginx = nginxConfig(config, {
  ...exampleOptions,
  serverName: values['server-name'] ?? exampleOptions.serverName,
  siteRoot: values['site-root'] ?? exampleOptions.siteRoot,
  stageRoot: values['stage-root'] ?? exampleOptions.stageRoot,
  certificate: values.certificate ?? exampleOptions.certificate,
  certificateKey: values['certificate-key'] ?? exampleOptions.certificateKey,
  proxies: Object.fromEntries(
    values.proxy.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  ),
})
mkdirSync(out, { recursive: true })
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
