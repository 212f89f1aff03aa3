/**
 * Finds the Chromium for the journeys, or installs one, and writes its path to `.local/browser.json` (`{
 * executablePath, version, headlessShell? }`). Order: $PORTAL_BROWSER, the file of the last run, the system's browser,
 * Playwright's own, a download by Playwright, the system's package manager.
 *
 * `headlessShell` is the same browser in headless mode, which takes a third less time. Debian has a separate package
 * for it. Without it all journeys run in the whole browser.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ensureProgram, installPackages, noteOf, onPath, run, versionOf } from './system-packages.mjs'

const root = path.dirname(import.meta.dirname)

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

/** On Windows a browser opens a window instead of printing its version. */
function browserVersion(executablePath) {
  return process.platform === 'win32' && existsSync(executablePath ?? '') ? 'unknown' : versionOf(executablePath)
}

function playwrightsOwn() {
  const require = createRequire(path.join(root, 'package.json'))
  return require('@playwright/test').chromium.executablePath()
}

function remembered() {
  const note = noteOf('browser')
  return existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')).executablePath : undefined
}

/** The headless shell on the path; undefined if $PORTAL_BROWSER names a browser. */
function headlessShell() {
  if (process.env.PORTAL_BROWSER !== undefined) return undefined
  const found = onPath(shellName)
  return browserVersion(found) === undefined ? undefined : found
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
    const version = browserVersion(executablePath)
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

/** The browser with its headless shell, which is installed if it has a package. */
function findWithShell() {
  const browser = find()
  if (browser === undefined) return undefined
  if (isDebianPackage(browser) && headlessShell() === undefined) installPackages([shellName])
  return { ...browser, headlessShell: headlessShell() }
}

ensureProgram({
  note: 'browser',
  find: findWithShell,
  install: () =>
    waysToInstall.some((install) => {
      install()
      return find() !== undefined
    }),
  missing: 'No Chromium found for the journeys',
  needed:
    'The journeys need Chromium or Chrome, and none could be installed here. Install one with your system ' +
    '(for example `apt-get install chromium`) or name its program in the variable PORTAL_BROWSER.',
  found: (browser) =>
    `Browser for the journeys: ${browser.headlessShell ?? browser.executablePath} (${browser.version})`,
})
