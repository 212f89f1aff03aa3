import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const repository = join(import.meta.dirname, '../..')

type Running = { url: string; ownUrl: string; cardUrl: string; stop: () => Promise<void> }

/** A sandbox in memory, on free ports, serving the production build with its headers. */
export async function startSandbox(...options: string[]): Promise<Running> {
  return startProgram(repository, '--port', '0', '--card-port', '0', '--db', ':memory:', ...options)
}

/**
 * `npm start` of a folder in a process of its own. `stop` fails if the program has reported an error since it was
 * ready.
 */
export async function startProgram(folder: string, ...options: string[]): Promise<Running> {
  const child = spawn(process.execPath, ['sandbox/main.ts', '--json', ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let errors = ''
  child.stderr.setEncoding('utf8').pipe(process.stderr)
  // Ends the sandbox also when a signal ends this process.
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    const ready = JSON.parse(line) as { portal: string; card: string; sandbox: string }
    child.stdout.resume()
    child.stderr.unpipe(process.stderr).on('data', (text: string) => void (errors += text))
    return {
      url: ready.portal,
      ownUrl: ready.sandbox,
      cardUrl: ready.card,
      stop: async () => {
        process.off('exit', end)
        child.kill('SIGTERM')
        await closed
        if (errors !== '') throw new Error(`The sandbox has reported errors:\n${errors}`)
      },
    }
  }
  throw new Error('The sandbox ended before it was ready; its own message is above.')
}
