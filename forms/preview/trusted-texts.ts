type Rule = (text: string) => string | null

/** The part of https://w3c.github.io/trusted-types/ that is used here; TypeScript has no types of it. */
type WithTrustedTypes = {
  trustedTypes?: { createPolicy: (name: string, rules: { createHTML: Rule; createScriptURL: Rule }) => void }
}

/**
 * Allows what two libraries need, and nothing that could come from a form. Mantine writes the texts of style elements
 * as `innerHTML`; they contain no markup. Vite starts a worker from its own code to find the server again.
 *
 * @param isOwnScript whether an address is that of a worker of this page
 */
export function allowTrustedTexts(isOwnScript = (address: string) => address.startsWith('blob:')): void {
  const { trustedTypes } = window as WithTrustedTypes
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (address) => (isOwnScript(address) ? address : null),
  })
}
