/**
 * Finds nginx and openssl for the deployment tests, or installs them, and writes their paths to `.local/nginx.json`.
 * Order: $PORTAL_NGINX, the usual paths, the system's package manager. `--brotli`: also the module that serves files
 * compressed with Brotli, which `npm run test:full` follows in docs/deploying.md; a package of Debian.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureProgram, installPackages, onPath } from './system-packages.mjs'

const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

function find() {
  const candidates = [process.env.PORTAL_NGINX, onPath('nginx'), '/usr/sbin/nginx', '/opt/homebrew/bin/nginx']
  const program = candidates.find((file) => file !== undefined && existsSync(file))
  const openssl = onPath('openssl')
  const version = program && /nginx\/([\d.]+)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr)?.[1]
  if (version === undefined || openssl === undefined) return undefined
  return { program, version, openssl, brotli: existsSync(brotliModule) ? brotliModule : null }
}

if (process.argv.includes('--brotli') && onPath('apt-get') !== undefined && !existsSync(brotliModule)) {
  console.log('The Brotli module of nginx is missing for npm run test:full; installing …')
  installPackages(['nginx', 'libnginx-mod-http-brotli-static'])
}
ensureProgram({
  note: 'nginx',
  find,
  install: () => installPackages(['nginx', 'openssl']),
  missing: 'nginx or openssl is missing for the deployment tests',
  needed:
    'The deployment tests need nginx 1.22 or newer and openssl, and they could not be installed here. Install them with ' +
    'your system (for example `apt-get install nginx openssl`) or name the program in the variable PORTAL_NGINX.',
  found: ({ program, version }) => `nginx for the deployment tests: ${program} (${version})`,
})
