import path from 'node:path'
import type { Plugin } from 'vite'
import { say } from '../source/messages.ts'
import { Misuse, sourcesIn } from './command.ts'
import type { Command, ExitCode, Options, Output } from './command.ts'

/** `preview DIR… [--port N]`; runs until it is stopped. */
export const preview: Command = async (options, output) => {
  const { lang, paths } = options
  const { folders } = sourcesIn(options)
  if (folders.length === 0) throw new Misuse(say('no-forms', lang, { path: paths.join(' ') }))
  const absolute = paths.map((given) => path.resolve(given))
  return serve({ options, output, folders: absolute, plugins: [], page: '' })
}

type Served = {
  options: Options
  output: Output
  folders: string[]
  plugins: readonly Plugin[]
  /** The page named on the terminal, below the preview's address. */
  page: string
}

/** Serves the preview of folders, and additions of plugins, until the process is stopped. */
export async function serve({ options, output, folders, plugins, page }: Served): Promise<ExitCode> {
  const { lang, port = '5180' } = options
  if (!/^[0-9]{1,5}$/.test(port)) throw new Misuse(say('unknown-option', lang, { reason: `--port ${port}` }))
  const { startPreview } = await import('../preview/preview-server.ts')
  let server
  try {
    server = await startPreview(folders, Number(port), plugins)
  } catch (cause) {
    if (cause instanceof Error && /port .* (?:is )?(?:already )?in use|EADDRINUSE/i.test(cause.message))
      throw new Misuse(say('port-in-use', lang, { port }))
    throw cause
  }
  output.out(say('preview-runs', lang, { url: new URL(page, server.url).href }))
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await server.close()
  return 0
}
