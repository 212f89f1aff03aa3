/**
 * Finds nginx and openssl for the deployment tests, or installs them, and writes their paths to `.local/nginx.json`.
 * Order: $PORTAL_NGINX, the usual paths, the system's package manager. `--brotli`: also the module that serves files
 * compressed with Brotli, which `npm run test:full` follows in docs/deploying.md; a package of Debian.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, onPath } from './system-packages.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const note = path.join(root, '.local', 'nginx.json')

function nginx() {
  const candidates = [process.env.PORTAL_NGINX, onPath('nginx'), '/usr/sbin/nginx', '/opt/homebrew/bin/nginx']
  return candidates.find((file) => file !== undefined && existsSync(file))
}

function versionOf(program) {
  return /nginx\/([\d.]+)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr)?.[1]
}

if (nginx() === undefined || onPath('openssl') === undefined) {
  console.log('nginx or openssl is missing for the deployment tests; installing …')
  installPackages(['nginx', 'openssl'])
}
const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'
const hasBrotli = () => existsSync(brotliModule)
if (process.argv.includes('--brotli') && onPath('apt-get') !== undefined && !hasBrotli()) {
  console.log('The Brotli module of nginx is missing for npm run test:full; installing …')
  installPackages(['libnginx-mod-http-brotli-static'])
}
const [program, openssl] = [nginx(), onPath('openssl')]
const version = program === undefined ? undefined : versionOf(program)
if (program === undefined || version === undefined || openssl === undefined) {
  console.error(
    'The deployment tests need nginx 1.22 or newer and openssl, and they could not be installed here. Install them with ' +
      'your system (for example `apt-get install nginx openssl`) or name the program in the variable PORTAL_NGINX.',
  )
  process.exit(1)
}
mkdirSync(path.dirname(note), { recursive: true })
writeFileSync(
  note,
  `${JSON.stringify({ program, version, openssl, brotli: hasBrotli() ? brotliModule : null }, null, 2)}\n`,
)
console.log(`nginx for the deployment tests: ${program} (${version})`)
