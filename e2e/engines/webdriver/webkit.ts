import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../deploy/testing/nginx-server.ts'

export type InstalledWebKit = { driver: string; browser: string; display: string; version: string }
export type RunningDriver = { address: string; capabilities: object; stop: () => Promise<void> }

/** Written by `scripts/ensure-webkit.mjs`. */
export function installedWebKit(): InstalledWebKit {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../.local/webkit.json'), 'utf8')) as InstalledWebKit
}

const startMs = 15_000

/**
 * Without a window manager the window below the pointer has the focus, and the pointer is in the middle of the screen:
 * inside of a window as narrow as a phone.
 */
const screenSize = '600x1000x24'

/** WebKitWebDriver on a display of its own, so that each worker has a window with the focus. */
export async function startWebKit(): Promise<RunningDriver> {
  const { driver, browser, display } = installedWebKit()
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', screenSize, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await firstLine(screen)
  const port = await freePort()
  const server = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}`, TZ: 'Asia/Tokyo', LC_ALL: 'C.UTF-8' },
    stdio: 'ignore',
  })
  const processes = [server, screen]
  const end = (): void => processes.forEach((child) => child.kill('SIGTERM'))
  process.once('exit', end)
  const address = `http://127.0.0.1:${port}`
  await untilReady(address)
  return {
    address,
    capabilities: {
      acceptInsecureCerts: true,
      timeouts: { script: 30_000, pageLoad: 60_000 },
      // Full screen has no window bars, whose smallest width is larger than a phone.
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation', '--full-screen'] },
    },
    stop: async () => {
      process.off('exit', end)
      for (const child of processes) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
    },
  }
}

/** The number of the display, which Xvfb chooses. */
async function firstLine(screen: ChildProcess): Promise<string> {
  const pipe = screen.stdio[3]
  if (pipe === null || pipe === undefined || !('setEncoding' in pipe)) throw new Error('No pipe to Xvfb')
  pipe.setEncoding('utf8')
  const [line] = (await once(pipe, 'data')) as [string]
  return line.trim()
}

async function untilReady(address: string): Promise<void> {
  const end = Date.now() + startMs
  for (;;) {
    const ready = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    if (Date.now() > end) throw new Error('WebKitWebDriver does not start')
    await pause(50)
  }
}
