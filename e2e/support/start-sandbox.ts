import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A sandbox in a process of its own: in memory, on free ports, serving the production build with its headers. */
export async function startSandbox(
  ...options: string[]
): Promise<{ url: string; ownUrl: string; cardUrl: string; stop: () => Promise<void> }> {
  const child = spawn(
    process.execPath,
    ['sandbox/main.ts', '--port', '0', '--card-port', '0', '--db', ':memory:', '--json', ...options],
    { cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // Ends the sandbox also when a signal ends this process.
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    const ready = JSON.parse(line) as { portal: string; card: string; sandbox: string }
    child.stdout.resume()
    return {
      url: ready.portal,
      ownUrl: ready.sandbox,
      cardUrl: ready.card,
      stop: async () => {
        process.off('exit', end)
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error('The sandbox ended before it was ready; its own message is above.')
}
