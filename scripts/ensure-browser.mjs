/**
 * Finds the Chromium for the journeys, or installs one, and writes its path to `.local/browser.json` (`{
 * executablePath, version, headlessShell? }`). Order: $PORTAL_BROWSER, the file of the last run, the system's browser,
 * Playwright's own, a download by Playwright, the system's package manager.
 *
 * `headlessShell` is the same browser in headless mode, which takes a third less time. Debian has a separate package
 * for it. Without it all journeys run in the whole browser.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, onPath, run } from './system-packages.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const note = path.join(root, '.local', 'browser.json')

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chrome.exe']
const shellName = 'chromium-headless-shell'
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The version that a browser reports; undefined if it does not start (a stub, or a missing library). */
function versionOf(executablePath) {
  if (executablePath === undefined || !existsSync(executablePath)) return undefined
  if (process.platform === 'win32') return 'unknown'
  const result = spawnSync(executablePath, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return result.status === 0 ? /\d+(\.\d+)+/.exec(result.stdout)?.[0] : undefined
}

function playwrightsOwn() {
  const require = createRequire(path.join(root, 'package.json'))
  return require('@playwright/test').chromium.executablePath()
}

function remembered() {
  return existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')).executablePath : undefined
}

/** The headless shell on the path; undefined if $PORTAL_BROWSER names a browser. */
function headlessShell() {
  if (process.env.PORTAL_BROWSER !== undefined) return undefined
  const found = onPath(shellName)
  return versionOf(found) === undefined ? undefined : found
}

function* installed() {
  yield process.env.PORTAL_BROWSER
  yield remembered()
  for (const program of programs) yield onPath(program)
  yield* usualPlaces
  yield playwrightsOwn()
}

function find() {
  for (const executablePath of installed()) {
    const version = versionOf(executablePath)
    if (version !== undefined) return { executablePath, version }
  }
  return undefined
}

function playwright(args) {
  const cli = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  return run(process.execPath, [cli, ...args])
}

const waysToInstall = [
  () => playwright(['install', 'chromium']),
  () => (process.platform === 'linux' && process.getuid?.() === 0 ? playwright(['install-deps', 'chromium']) : false),
  () => installPackages(['chromium']),
]

/** Systems whose package of the headless shell has the same name and version as the browser's. */
function isDebianPackage({ executablePath }) {
  return executablePath === '/usr/bin/chromium' && onPath('apt-get') !== undefined
}

function main() {
  let browser = find()
  if (browser === undefined) console.log('No Chromium found for the journeys; installing one …')
  for (const install of waysToInstall) {
    if (browser !== undefined) break
    install()
    browser = find()
  }
  if (browser === undefined) {
    console.error(
      'The journeys need Chromium or Chrome, and none could be installed here. Install one with your system ' +
        '(for example `apt-get install chromium`) or name its program in the variable PORTAL_BROWSER.',
    )
    process.exit(1)
  }
  if (isDebianPackage(browser) && headlessShell() === undefined) installPackages([shellName])
  const found = { ...browser, headlessShell: headlessShell() }
  mkdirSync(path.dirname(note), { recursive: true })
  writeFileSync(note, `${JSON.stringify(found, null, 2)}\n`)
  console.log(`Browser for the journeys: ${found.headlessShell ?? found.executablePath} (${found.version})`)
}

main()
