import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { createServer } from 'vite'
import type { ViteDevServer } from 'vite'
import type { Sandbox, SandboxOptions } from './create-sandbox.ts'
import { handlerOf } from './node-server.ts'
import type { LateServer } from './node-server.ts'
import { createPortalSite } from './portal-site.ts'

const root = path.join(import.meta.dirname, '..')

export type Development = {
  /** Another one after a change of its source. */
  now: Sandbox
  close: () => Promise<void>
}

/**
 * `npm run dev`: Vite serves the source and runs the sandbox's modules, so that it knows which files the sandbox
 * consists of. A change of one of them, or of the API document, starts another sandbox in the same process.
 */
export async function serveDevelopment(portal: LateServer, options: SandboxOptions): Promise<Development> {
  let onChange: (file: string) => void = () => undefined
  const vite = await createServer({
    root,
    // A plugin, because Vite makes another watcher when its own configuration changes.
    plugins: [
      {
        name: 'sandbox-source',
        configureServer: ({ watcher }) => void watcher.on('all', (_event, file) => onChange(file)),
      },
    ],
    appType: 'spa',
    server: { middlewareMode: true, ws: { server: portal.server } },
  })
  const development: Development = { now: await startSandbox(vite, options), close: () => vite.close() }
  const site = createPortalSite(path.join(root, 'dist'), {
    fetch: (request) => development.now.fetch(request),
    config: () => development.now.config(),
  })
  const serveSite = handlerOf(site.fetch)
  portal.handle((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost')
    if (site.isProviders(pathname)) serveSite(incoming, outgoing)
    else vite.middlewares(incoming, outgoing)
  })
  onChange = restartOnChange(vite, options, development)
  return development
}

type SandboxModule = { createSandbox: (options: SandboxOptions) => Promise<Sandbox> }

async function startSandbox(vite: ViteDevServer, options: SandboxOptions): Promise<Sandbox> {
  const { createSandbox } = (await vite.ssrLoadModule('/sandbox/create-sandbox.ts')) as SandboxModule
  return createSandbox(options)
}

function sourceFiles(vite: ViteDevServer): ReadonlySet<string> {
  return new Set(vite.environments.ssr.moduleGraph.fileToModulesMap.keys())
}

/** Several files that are saved at once are one change. */
const togetherMs = 100

function restartOnChange(vite: ViteDevServer, options: SandboxOptions, development: Development) {
  // Remembered, because Vite forgets its modules when its own configuration changes.
  let files = sourceFiles(vite)
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()
  return (file: string): void => {
    const name = path.relative(root, file)
    const isDocument = name.startsWith(`api-spec${path.sep}`) && name.endsWith('.yaml')
    if (!isDocument && !files.has(file)) return
    changed.add(name)
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(restart)
    }, togetherMs)
  }

  async function restart(): Promise<void> {
    const names = [...changed]
    changed.clear()
    try {
      if (names.some((name) => name.endsWith('.yaml'))) await generate(vite)
      vite.environments.ssr.moduleGraph.invalidateAll()
      const before = development.now
      development.now = await startSandbox(vite, options)
      files = sourceFiles(vite)
      before.close()
      console.log(`The sandbox runs with the changed ${names.join(', ')}. ${whatIsKept(options)}`)
    } catch (error) {
      console.error(`The change of ${names.join(', ')} failed; the sandbox runs as before:`, error)
    }
  }
}

/** `npm run generate`, which first deletes the generated files: Vite must not look for them meanwhile. */
async function generate(vite: ViteDevServer): Promise<void> {
  const generated = path.join(root, 'src/api/generated')
  vite.watcher.unwatch(generated)
  try {
    await promisify(execFile)('npm', ['run', 'generate'], { cwd: root, shell: process.platform === 'win32' })
  } finally {
    vite.watcher.add(generated)
  }
  const { moduleGraph, hot } = vite.environments.client
  moduleGraph.invalidateAll()
  hot.send({ type: 'full-reload' })
  console.log('npm run generate has written the API client; the open pages load it.')
}

function whatIsKept({ db }: SandboxOptions): string {
  return db === ':memory:'
    ? 'The sample data is restored, because --db :memory: stores nothing.'
    : 'The data is kept; faults and the clock are reset.'
}
