import { statSync } from 'node:fs'
import path from 'node:path'
import { say } from '../source/messages.ts'
import { Misuse } from './command.ts'
import type { Command } from './command.ts'
import { serve } from './preview.ts'

/** `studio [DIR] [--port N] [--to OUT]`; runs until it is stopped. Without a folder: `schemas`. */
export const studio: Command = async (options, output) => {
  const [folder = 'schemas'] = options.paths
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Misuse(say('no-such-path', options.lang, { path: folder }))
  const { formsStudio } = await import('../studio/studio-plugin.ts')
  const plugin = formsStudio({ folders: [folder], publishTo: options.to ?? '.local/forms' })
  return serve({ options, output, folders: [path.resolve(folder)], plugins: [plugin], page: 'studio' })
}
