import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressFolder } from '../compress.ts'
import { siteRequests } from '../site-requests.ts'

export const indexHtml = [
  '<!doctype html><html lang="ja"><title>Portal</title>',
  '<script type="application/json" id="portal-config"></script>',
  `${'<p>portal</p>'.repeat(200)}</html>`,
].join('')

/** Writes a site with every file that the table of requests expects or refuses, compressed as the build does it. */
export async function writeSampleSite(folder: string): Promise<void> {
  write(folder, '/index.html', indexHtml)
  for (const { path: name, expected, exists } of siteRequests)
    if (expected.body === 'file' || exists === true) write(folder, name, contentOf(name))
  await compressFolder(folder)
}

export function contentOf(name: string): string {
  return name.endsWith('.json') ? JSON.stringify({ name, padding: 'x'.repeat(2_000) }) : `// ${name}\n`.repeat(200)
}

function write(folder: string, name: string, content: string): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}
