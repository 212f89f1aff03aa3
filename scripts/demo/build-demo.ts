import { copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { build, createServer } from 'vite'
import type { PluginOption, ViteDevServer } from 'vite'
import settings from '../../vite.config.ts'
import { demoPages } from './demo-pages.ts'
import { demo, forms, withoutDemo } from './vite-demo.ts'

export const demoFolder = '.local/demo'

/** `npm run build -- --demo`: a folder for any file server, at the root of an address. */
export async function buildDemo(root: string): Promise<void> {
  const outDir = path.join(root, demoFolder)
  await build({
    ...withDemo(),
    logLevel: 'warn',
    build: {
      ...settings.build,
      outDir,
      sourcemap: false,
      rolldownOptions: { input: ['index.html', 'scripts/demo/card/index.html'] },
    },
  })
  const document = path.join(outDir, 'index.html')
  for (const place of demoPages(forms)) {
    mkdirSync(path.join(outDir, place), { recursive: true })
    copyFileSync(document, path.join(outDir, place, 'index.html'))
  }
  // Many file servers answer an unknown address with this file.
  copyFileSync(document, path.join(outDir, '404.html'))
}

/** `npm run dev -- --mocks`: the same from the source, with a session. */
export async function serveDemo(port: number): Promise<ViteDevServer> {
  const server = await createServer({
    ...withDemo(),
    logLevel: 'warn',
    // Libraries other than those of `npm run dev`, which would be prepared again at each change between the two.
    cacheDir: 'node_modules/.vite-demo',
    appType: 'spa',
    server: { port, strictPort: true },
  })
  return server.listen()
}

function withDemo() {
  const plugins = (settings.plugins ?? []).filter((plugin) => !withoutDemo.has(nameOf(plugin)))
  return { ...settings, configFile: false as const, plugins: [demo(), ...plugins] }
}

function nameOf(plugin: PluginOption): string {
  return plugin !== null && typeof plugin === 'object' && 'name' in plugin ? plugin.name : ''
}
