import type { AttachmentRecord } from '../core/records.ts'

/** Bytes. */
export const largestAttachment = 10 * 1024 * 1024

const signatures: { type: string; bytes: number[] }[] = [
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
]

/** The type by content; null for every type that is not accepted. */
export function contentTypeOf(content: Uint8Array): string | null {
  return signatures.find(({ bytes }) => bytes.every((byte, index) => content[index] === byte))?.type ?? null
}

/**
 * The EICAR test string, which every scanner reports. It is assembled here so that scanners do not report this file.
 */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/**
 * The result of the scan: the EICAR string is found at once; a file named `virus…` only later, so that both cases can
 * be seen without a real virus.
 */
export function verdictOf(name: string, content: Uint8Array): AttachmentRecord['verdict'] | 'INFECTED_AT_ONCE' {
  if (Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(eicar)) return 'INFECTED_AT_ONCE'
  return /virus/i.test(name) ? 'INFECTED' : 'CLEAN'
}

/** Duration of a scan in ms; long for a file named `slow-scan…`. */
export function scanDelay(name: string): number {
  return /slow-scan/i.test(name) ? 60_000 : 2000
}
