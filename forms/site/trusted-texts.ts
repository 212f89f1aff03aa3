type Rule = (text: string) => string | null

/** The part of https://w3c.github.io/trusted-types/ that is used here; TypeScript has no types of it. */
type WithTrustedTypes = {
  trustedTypes?: { createPolicy: (name: string, rules: { createHTML: Rule; createScriptURL: Rule }) => void }
}

/**
 * Allows what two libraries need, and nothing that could come from a form. Mantine writes the texts of style elements
 * as `innerHTML`; they contain no markup. The workers are scripts of this site.
 */
export function allowTrustedTexts(): void {
  const { trustedTypes } = window as WithTrustedTypes
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (address) => (isScriptOfSite(address) ? address : null),
  })
}

function isScriptOfSite(address: string): boolean {
  const folder = new URL('.', document.baseURI)
  const url = new URL(address, folder)
  return url.href.startsWith(folder.href) && url.pathname.endsWith('.js')
}
