import { readFileSync } from 'node:fs'
import { parseConfig } from '../../src/lib/config.ts'

/** `paymentHosts` of a `config.json`, a file or an address. */
export async function paymentHostsOf(place: string): Promise<readonly string[]> {
  const text = /^https?:/.test(place) ? await (await fetch(place)).text() : readFileSync(place, 'utf8')
  return parseConfig(JSON.parse(text)).paymentHosts
}
