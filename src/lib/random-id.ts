/**
 * A random UUID (RFC 9562, version 4). `crypto.randomUUID` would do the same, but it is missing on a page that is not
 * secure, e.g. by plain http on a local network.
 */
export function randomId(): string {
  return '00000000-0000-4000-8000-000000000000'.replaceAll(/[08]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    // The variant is 8, 9, a or b.
    return (digit === '8' ? 8 | (random & 3) : random & 15).toString(16)
  })
}
