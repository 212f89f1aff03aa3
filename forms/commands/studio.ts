import { formNameOf } from '../source/form-folder.ts'
import { statSync } from 'node:fs'
import path from 'node:path'
import { findSources, projectFiles, rootsOf } from '../source/find-sources.ts'
import { say } from '../source/messages.ts'
import { Misuse, command } from './command.ts'

/** Where forms are published on the computer of an author. */
const localForms = '.local/forms'

/**
 * `studio [DIR…] [--port N] [--to OUT]`; runs until it is stopped. The default folder is `schemas`. For a folder inside
 * a tree of forms, opens its first form, or its tenant without a form. `studio --static OUT` writes the studio as static files instead.
 */
export const studio = command(['port', 'to', 'static'], async (options, output) => {
  const { lang, paths, port = '5180', to = localForms, static: site } = options
  if (site !== undefined) {
    const { buildSite } = await import('../site/build-site.ts')
    await buildSite(site)
    output.out(say('studio-written', lang, { path: site }))
    return 0
  }
  const given = paths.length > 0 ? paths : ['schemas']
  for (const folder of given)
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new Misuse(say('no-such-path', lang, { path: folder }))
  if (!/^[0-9]{1,5}$/.test(port)) throw new Misuse(say('unknown-option', lang, { option: `--port ${port}` }))
  const found = findSources(given)
  // New forms are created in the folder above the tenants.
  const roots = rootsOf(found)
  const folders = roots.length > 0 ? roots : [...new Set(given.map((folder) => path.resolve(folder)))]
  const [{ ensureBuilt, builtStudio }, { serveStudio }] = await Promise.all([
    import('../../scripts/build.ts'),
    import('../serve/studio-server.ts'),
  ])
  await ensureBuilt({ only: 'studio', announce: () => output.err(say('studio-building', lang)) })
  const places = folders.map((folder, index) => ({
    place: folders.length === 1 ? '/forms' : `/forms/${index}`,
    folder,
    kinds: projectFiles,
  }))
  const published = { place: '/published', folder: path.resolve(to), kinds: projectFiles }
  let server
  try {
    server = await serveStudio(builtStudio, folders.join('\n'), [...places, published], Number(port))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')
      throw new Misuse(say('port-in-use', lang, { port }))
    throw cause
  }
  // Listen for signals before the address is printed: a program that waits for the address may stop the studio at once.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const [first = path.basename(found.tenants[0] ?? '')] = found.folders.map(formNameOf)
  const isWithin = first !== '' && !folders.includes(path.resolve(given[0] ?? ''))
  const page = isWithin ? `?form=${first}` : ''
  output.out(say('studio-runs', lang, { url: new URL(page, server.url).href }))
  await stopped
  await server.close()
  return 0
})
