import path from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, isRunnableDevEnvironment } from 'vite'
import { leanRjsf } from '../../patches/lean-rjsf.ts'
import type { drawAnswers } from './draw-answers.tsx'

type DrawModule = { drawAnswers: typeof drawAnswers }

export type Drawing = DrawModule & { close: () => Promise<void> }

/**
 * Loads the portal's form engine into this process. Its files contain JSX, which Node cannot run without a transform.
 */
export async function startDrawing(): Promise<Drawing> {
  const server = await createServer({
    root: path.resolve(import.meta.dirname, '../..'),
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    plugins: [react(), leanRjsf()],
    server: { middlewareMode: true, ws: false, watch: null, hmr: false },
    optimizeDeps: { noDiscovery: true },
    ssr: { noExternal: [/@rjsf/] },
  })
  try {
    const { ssr } = server.environments
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment that runs modules here')
    const module = await ssr.runner.import<DrawModule>(path.join(import.meta.dirname, 'draw-answers.tsx'))
    return { drawAnswers: module.drawAnswers, close: () => server.close() }
  } catch (cause) {
    await server.close()
    throw cause
  }
}
