import { readFileSync } from 'node:fs'
import { refuse } from '../../scripts/options.ts'
import { allPaymentHosts, parseConfig } from '../../src/lib/config.ts'

/** The payment hosts of a `config.json`, a file or an address, those of its tenants included. Ends the program if it cannot be read. */
export async function readPaymentHosts(place: string): Promise<readonly string[]> {
  try {
    return allPaymentHosts(parseConfig(JSON.parse(await textOf(place))))
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    return refuse(`--config ${place} cannot be used: ${cause.message}.`)
  }
}

async function textOf(place: string): Promise<string> {
  if (!/^https?:/.test(place)) return readFileSync(place, 'utf8')
  const response = await fetch(place)
  if (!response.ok) throw new Error(`it answers ${response.status}`)
  return response.text()
}
