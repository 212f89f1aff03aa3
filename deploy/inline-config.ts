/**
 * Puts a stage's `config.json` into the document of a built portal, which saves every first visit a round trip: `node
 * deploy/inline-config.ts SITE CONFIG`, after the files of a release are in place and whenever CONFIG has changed.
 * Without it the portal fetches `/config.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressFolder } from './compress.ts'

export const configElement = 'portal-config'

/** A data element, which the content security policy does not block. */
const block = new RegExp(String.raw`(?<=<script type="application/json" id="${configElement}">)[^<]*(?=</script>)`)

/** The document with this configuration instead of its former one. */
export function withConfig(html: string, config: unknown): string {
  const json = JSON.stringify(config).replaceAll('<', String.raw`\u003c`)
  return html.replace(block, () => json)
}

if (import.meta.main) {
  const [site, config] = process.argv.slice(2)
  if (site === undefined || config === undefined) throw new Error('Usage: node deploy/inline-config.ts SITE CONFIG')
  const file = path.join(site, 'index.html')
  const html = readFileSync(file, 'utf8')
  if (!block.test(html)) throw new Error(`${file} has no element "${configElement}": is it the document of a release?`)
  writeFileSync(file, withConfig(html, JSON.parse(readFileSync(config, 'utf8'))))
  await compressFolder(site)
}
