/** `npm start` and `npm run dev`: the whole portal with everything that it needs, on this machine, in one process. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from '../scripts/build.ts'
import { Misuse, refuse } from '../scripts/options.ts'
import { createSandbox } from './create-sandbox.ts'
import type { SandboxOptions } from './create-sandbox.ts'
import { PortInUse, handlerOf, listen } from './node-server.ts'
import type { Options } from './options.ts'
import { readOptions, usage } from './options.ts'
import { createPortalSite } from './portal-site.ts'
import { samplePassword } from './seed/residents.ts'

const root = path.join(import.meta.dirname, '..')

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), root)
  if (options === 'help') return console.log(usage)
  if (options.mocks) return serveMocks(options)
  // Ports first: if one is in use, the start fails before anything is built or erased.
  const portal = await listen(options.port, options.origin)
  const card = await listen(options.cardPort).catch(async (error: unknown) => {
    await portal.stop()
    throw error
  })
  const ownOrigin = `http://localhost:${portal.port}`
  const origin = options.origin ?? ownOrigin
  const cardOrigin = `http://localhost:${card.port}`
  await ensureBuilt(options.dev ? { only: 'forms' } : {})
  if (options.reset && options.db !== ':memory:')
    for (const end of ['', '-wal', '-shm']) rmSync(options.db + end, { force: true })

  const sandboxOptions: SandboxOptions = {
    db: options.db,
    formsDir: path.join(root, '.local', 'forms'),
    origin,
    cardOrigin,
    specialUsers: true,
  }
  // Imported only here, because it loads Vite.
  const development = options.dev
    ? await import('./development.ts').then(({ serveDevelopment }) => serveDevelopment(portal, sandboxOptions))
    : null
  const sandbox = development ?? { now: await createSandbox(sandboxOptions) }
  card.handle(handlerOf((request) => sandbox.now.cardFetch(request)))
  if (development === null) portal.handle(handlerOf(createPortalSite(path.join(root, 'dist'), sandbox.now).fetch))
  announce(options, { portal: origin, card: cardOrigin, sandbox: ownOrigin })

  await stopSignal()
  // Vite waits for files that it still prepares for a page, some of which are never ready once the page is gone.
  const limit = development && setTimeout(end, closeLimitMs)
  await Promise.all([development?.close(), portal.stop(), card.stop()])
  if (limit) clearTimeout(limit)
  sandbox.now.close()

  function end() {
    sandbox.now.close()
    process.exit()
  }
}

/** Without the sandbox: the generated mocks answer in the page. */
async function serveMocks({ port, json }: Options): Promise<void> {
  await ensureBuilt({ only: 'forms' })
  const { serveDemo } = await import('../scripts/demo/build-demo.ts')
  const server = await serveDemo(port)
  const [address = ''] = server.resolvedUrls?.local ?? []
  const portal = address.replace(/\/$/, '')
  console.log(
    json ? JSON.stringify({ portal }) : `\n  The portal with mocks is at ${portal}/minato-city/applicationlist\n`,
  )
  await stopSignal()
  await server.close()
}

/** How long Vite has to stop. */
const closeLimitMs = 3000

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

type Addresses = { portal: string; card: string; sandbox: string }

function announce({ json, db }: Options, { portal, card, sandbox }: Addresses): void {
  if (json) return console.log(JSON.stringify({ portal, card, sandbox }))
  const whatIsKept =
    db === ':memory:' ? 'no data is kept.' : 'the data is kept. npm start -- --reset restores the sample data.'
  console.log(`
  The portal is running. Sign in as hanako@example.jp with ${samplePassword}

    ${portal}/login/minato-city     a city
    ${portal}/login/aozora-water    a water utility
    ${sandbox}/_sandbox/             users, mails, clock, faults

  The card provider is at ${card}

  Ctrl+C stops it; ${whatIsKept} --help lists the options.
`)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Error)) throw error
  if (error instanceof Misuse) refuse(error.message)
  console.error(explain(error))
  // A server that already listens would keep the process.
  process.exit(1)
}

function explain(error: Error): string {
  if (error instanceof PortInUse)
    return (
      `Port ${error.port} is in use by another program. Stop that program or choose another port:\n` +
      '  npm start -- --port 5200        (the card provider then uses 5201, or --card-port N)'
    )
  return error.message
}
