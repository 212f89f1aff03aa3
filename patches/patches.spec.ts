import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfigFromFile } from 'vite'
import type { PluginOption } from 'vite'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

it('builds the portal with every patch of this folder', async () => {
  const patches = readdirSync(import.meta.dirname)
    .filter((file) => !file.endsWith('.spec.ts'))
    .map((file) => file.replace('.ts', ''))
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.config.ts'))
  expect(patches.length).toBeGreaterThan(0)
  expect(await namesOf(loaded?.config.plugins ?? [])).toEqual(expect.arrayContaining(patches))
})

async function namesOf(option: PluginOption): Promise<string[]> {
  const plugin = await option
  if (Array.isArray(plugin)) return (await Promise.all(plugin.map(namesOf))).flat()
  return plugin ? [plugin.name] : []
}
