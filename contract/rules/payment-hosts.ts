import { readFileSync } from 'node:fs'
import { allPaymentHosts, parseConfig } from '../../src/lib/config.ts'

/** The payment hosts of a `config.json`, a file or an address, those of its tenants included. */
export async function readPaymentHosts(place: string): Promise<readonly string[]> {
  const text = /^https?:/.test(place) ? await (await fetch(place)).text() : readFileSync(place, 'utf8')
  return allPaymentHosts(parseConfig(JSON.parse(text)))
}
