/**
 * The stage's `config.json` in the document, which saves every first visit a round trip. The upload writes both, so that
 * they agree. The portal requests `/config.json` only if the document has none.
 */
export const configElement = 'portal-config'

/** A data element, which the content security policy does not block. */
const block = new RegExp(String.raw`(?<=<script type="application/json" id="${configElement}">)[^<]*(?=</script>)`)

/** The document with this configuration instead of its former one. */
export function withConfig(html: string, config: unknown): string {
  if (!block.test(html)) throw new Error(`The document has no element "${configElement}": does it come from a release?`)
  const json = JSON.stringify(config).replaceAll('<', String.raw`\u003c`)
  return html.replace(block, () => json)
}

/** The text of the configuration in a document; empty if it has none. */
export function configTextIn(html: string): string {
  return (block.exec(html)?.[0] ?? '').trim()
}
