import { execFile, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { freePort, mainConfig, programs } from '../../deploy/testing/nginx-server.ts'

const repository = join(import.meta.dirname, '../..')

/** Commands that change the whole machine or were run before the tests. */
const before = [
  'sudo apt-get update && sudo apt-get install -y curl nginx libnginx-mod-http-brotli-static openssl',
  'npm ci',
  'npm run build',
]

test('the commands of docs/deploying.md create a stage without findings, on which a resident can sign in', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'deploying-'))
  const ports = { https: await freePort(), http: await freePort(), sandbox: await freePort() }
  const origin = `https://localhost:${ports.https}`
  const inFolder = placesIn(folder)
  const toTest: [string, string][] = [
    ...inFolder,
    ['https://portal.example.jp', origin],
    ['portal.example.jp', 'localhost'],
    ['npm start -- ', `npm start -- --port ${ports.sandbox} --db :memory: `],
    ['localhost:5173', `localhost:${ports.sandbox}`],
    ['.local/', `${folder}/local/`],
    // A publication is noted beside the form.
    ['publish schemas', `publish ${folder}/schemas`],
  ]
  prepare(folder, ports, inFolder)
  cpSync(join(repository, 'schemas'), join(folder, 'schemas'), { recursive: true })
  const [update, ...rest] = commandsOf('## nginx, step by step')
  const commands = [update, ...rest].filter((line) => !before.includes(line ?? ''))
  expect(commands.length, 'the commands that were run before').toBe(rest.length + 1 - before.length)
  const script = ['set -euo pipefail', ...commands].join('\n')
  const shell = spawn('bash', ['-c', replaced(script, toTest)], {
    cwd: repository,
    detached: true,
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}` },
  })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  try {
    const status = await new Promise((resolve) => shell.on('exit', resolve))
    expect(status, output).toBe(0)
    expect(output).toContain(`Nothing is wrong with ${origin}.`)

    const page = await browser.newPage({ ignoreHTTPSErrors: true, locale: 'ja-JP' })
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(`${origin}/login/minato-city`)
    await page.getByLabel('メールアドレス').fill('hanako@example.jp')
    await page.getByLabel('パスワード', { exact: false }).first().fill('Portal-2026!')
    await page.getByRole('button', { name: 'ログイン', exact: true }).click()
    await expect(page).toHaveURL(`${origin}/minato-city/applicationlist`)
    await page.close()
    expect(requested, 'the document contains the configuration').not.toContain('/config.json')
    expect(JSON.parse(readFileSync(join(folder, 'site/version.json'), 'utf8'))).toMatchObject({ stage: 'sandbox' })
  } finally {
    // The sandbox that the commands have started in the background.
    if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGTERM')
    if (existsSync(join(folder, 'nginx.pid')))
      await promisify(execFile)(programs().program, ['-c', join(folder, 'nginx.conf'), '-s', 'stop'])
    rmSync(folder, { recursive: true })
  }
})

/** The commands of the first shell block after a heading, without comments; continued lines are one. */
function commandsOf(heading: string): string[] {
  const page = readFileSync(join(repository, 'docs/deploying.md'), 'utf8')
  const block = /```sh\n([^]*?)```/.exec(page.slice(page.indexOf(heading)))?.[1] ?? ''
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/^#.*$/, '').replace(/\s+# .*$/, ''))
    .filter((line) => line !== '')
}

/** Paths of the whole machine, and their replacements in the test. */
function placesIn(folder: string): [string, string][] {
  return [
    ['/etc/nginx/conf.d', folder],
    ['/etc/nginx', folder],
    ['/etc/ssl/portal', `${folder}/certificate`],
    ['/etc/hosts', `${folder}/hosts`],
    ['/srv/portal', `${folder}/site`],
  ]
}

function replaced(text: string, pairs: readonly [string, string][]): string {
  return pairs.reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}

/** Programs that need root rights, replaced by ones for the folder. */
function prepare(folder: string, ports: { https: number; http: number }, places: readonly [string, string][]): void {
  // nginx serves the files as an unprivileged user.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'local'))
  const { program, brotli } = programs()
  writeFileSync(join(folder, 'nginx.conf'), mainConfig(folder, brotli))
  const edits = [
    ...places.map(([from, to]) => `s#${from}#${to}#g`),
    `s#listen \\(\\[::\\]:\\)\\?443#listen \\1${ports.https}#`,
    `s#listen \\(\\[::\\]:\\)\\?80;#listen \\1${ports.http};#`,
  ].map((edit) => `-e '${edit}'`)
  const nginx = `${program} -c ${join(folder, 'nginx.conf')}`
  const programsByName = {
    sudo: 'exec "$@"',
    nginx: `sed -i ${edits.join(' ')} ${join(folder, 'portal.conf')}; exec ${nginx} "$@"`,
    systemctl: `exec ${nginx}`,
  }
  for (const [name, text] of Object.entries(programsByName)) {
    const file = join(folder, 'bin', name)
    writeFileSync(file, `#!/bin/sh\n${text}\n`)
    chmodSync(file, 0o755)
  }
}
