import path from 'node:path'
import { say } from '../source/messages.ts'
import { Misuse, sourcesIn } from './command.ts'
import type { Command } from './command.ts'

/** `preview DIR… [--port N]`; runs until it is stopped. */
export const preview: Command = async (options, output) => {
  const { lang, paths, port = '5180' } = options
  const { folders } = sourcesIn(options)
  if (folders.length === 0) throw new Misuse(say('no-forms', lang, { path: paths.join(' ') }))
  if (!/^[0-9]{1,5}$/.test(port)) throw new Misuse(say('unknown-option', lang, { reason: `--port ${port}` }))
  const { startPreview } = await import('../preview/preview-server.ts')
  let server
  try {
    server = await startPreview(
      paths.map((given) => path.resolve(given)),
      Number(port),
    )
  } catch (cause) {
    if (cause instanceof Error && /port .* (?:is )?(?:already )?in use|EADDRINUSE/i.test(cause.message))
      throw new Misuse(say('port-in-use', lang, { port }))
    throw cause
  }
  output.out(say('preview-runs', lang, { url: server.url }))
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await server.close()
  return 0
}
