import path from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import type { Plugin } from 'vite'
import { leanRjsf } from '../../patches/lean-rjsf.ts'
import { previewRoute } from './page-server.ts'
import { unknownAddressPage } from './unknown-address.ts'
import { formsPreview } from './vite-plugin.ts'

export type PreviewServer = { url: string; close: () => Promise<void> }

/** A server on this machine that shows the forms below some folders. Rejects if the port is taken. */
export async function startPreview(
  folders: string[],
  port: number,
  more: readonly Plugin[] = [],
): Promise<PreviewServer> {
  const root = path.resolve(import.meta.dirname, '../..')
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    plugins: [react(), leanRjsf(), ...more, formsPreview({ folders }), unknownAddressPage()],
    server: { host: 'localhost', port, strictPort: port !== 0, fs: { allow: [root, ...folders] } },
    // The libraries in each folder are those of one mode; Vite would prepare them again at each change of the mode.
    cacheDir: path.join(root, `node_modules/.vite-${process.env.NODE_ENV === 'production' ? 'studio' : 'preview'}`),
  })
  try {
    await server.listen()
  } catch (cause) {
    // Without this the watchers of the server would keep the process running.
    await server.close()
    throw cause
  }
  const address = server.httpServer?.address()
  const used = typeof address === 'object' && address ? address.port : port
  return { url: `http://localhost:${used}${previewRoute}/`, close: () => server.close() }
}
