import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import type { Page, TestInfo } from '@playwright/test'

/** A browser with a profile on disk that can be killed as if its battery were empty: no page receives an event. */
export type OwnBrowser = {
  page: Page
  kill: () => Promise<void>
}

export type Profile = { start: () => Promise<OwnBrowser>; remove: () => void }

export function newProfile({ project }: TestInfo): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'))
  const { executablePath = chromium.executablePath(), args = [] } = project.use.launchOptions ?? {}
  return {
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
    async start() {
      const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, '--accept-lang=ja-JP']
      const child = spawn(executablePath, [...args, ...own, 'about:blank'], {
        stdio: ['ignore', 'ignore', 'pipe'],
        // A process group of its own, so that the kill ends every process of the browser at once.
        detached: true,
      })
      const browser = await chromium.connectOverCDP(await addressOf(child.stderr))
      const [context] = browser.contexts()
      if (context === undefined) throw new Error('The browser has no profile')
      return {
        page: context.pages()[0] ?? (await context.newPage()),
        async kill() {
          const ended = once(child, 'exit')
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
          await ended
        },
      }
    },
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = /^DevTools listening on (ws:\S+)$/.exec(line) ?? []
    if (address === undefined) continue
    output.resume()
    return address
  }
  throw new Error('The browser ended before a connection was made')
}
