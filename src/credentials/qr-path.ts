/** A QR code as one SVG path over a grid of `size` × `size` unit squares. */
export type QrPath = { size: number; path: string }

export async function qrPath(text: string): Promise<QrPath> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
