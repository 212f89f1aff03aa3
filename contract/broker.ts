/** Publishes the pact to a broker and queries it, over its HTTP interface. See the usage below. */
import { readFileSync } from 'node:fs'
import { optionsOf, refuse } from '../scripts/options.ts'
import { pactFile, readPact } from './pact/pact-file.ts'

const usage = `npx node contract/broker.ts COMMAND   the broker is PACT_BROKER_BASE_URL, without which nothing is done

  publish --version V --branch B
  can-i-deploy --version V --environment E
  record-deployment --version V --environment E`

const { positionals, values } = optionsOf(usage, {
  allowPositionals: true,
  options: { version: { type: 'string' }, branch: { type: 'string' }, environment: { type: 'string' } },
})
const commands: Record<string, () => Promise<boolean>> = {
  publish,
  'can-i-deploy': canIDeploy,
  'record-deployment': recordDeployment,
}

const broker = process.env.PACT_BROKER_BASE_URL?.replace(/\/$/, '')
const { consumer, provider } = readPact()
const command = commands[positionals[0] ?? '']
if (command === undefined) refuse(`Name a command: ${Object.keys(commands).join(', ')}.`)
if (broker === undefined || broker === '') {
  console.log('PACT_BROKER_BASE_URL is not set: nothing to do.')
} else {
  process.exitCode = await command().then(
    (done) => (done ? 0 : 1),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      return 1
    },
  )
}

async function publish(): Promise<boolean> {
  const version = needed('version')
  const branch = needed('branch')
  await ask('POST', '/contracts/publish', {
    pacticipantName: consumer.name,
    pacticipantVersionNumber: version,
    branch,
    contracts: [
      {
        consumerName: consumer.name,
        providerName: provider.name,
        specification: 'pact',
        contentType: 'application/json',
        content: readFileSync(pactFile).toString('base64'),
      },
    ],
  })
  console.log(`Published the pact of ${consumer.name} ${version} (${branch}).`)
  return true
}

async function canIDeploy(): Promise<boolean> {
  const query = new URLSearchParams({
    pacticipant: consumer.name,
    version: needed('version'),
    environment: needed('environment'),
  })
  const { summary } = (await ask('GET', `/can-i-deploy?${query.toString()}`)) as {
    summary?: { deployable?: boolean | null; reason?: string }
  }
  console.log(summary?.reason ?? 'The broker returned no reason.')
  return summary?.deployable === true
}

async function recordDeployment(): Promise<boolean> {
  const version = needed('version')
  const environment = needed('environment')
  const { _embedded } = (await ask('GET', '/environments')) as {
    _embedded?: { environments?: { name: string; uuid: string }[] }
  }
  const found = _embedded?.environments?.find(({ name }) => name === environment)
  if (found === undefined) throw new Error(`The broker has no environment ${environment}.`)
  const place = [consumer.name, 'versions', version, 'deployed-versions', 'environment', found.uuid].map(
    encodeURIComponent,
  )
  await ask('POST', `/pacticipants/${place.join('/')}`, {})
  console.log(`Recorded ${consumer.name} ${version} as deployed to ${environment}.`)
  return true
}

function needed(option: 'version' | 'branch' | 'environment'): string {
  const value = values[option]
  if (value === undefined || value === '') throw new Error(`--${option} is needed.`)
  return value
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const token = process.env.PACT_BROKER_TOKEN
  const response = await fetch(`${broker}${path}`, {
    method,
    headers: {
      Accept: 'application/hal+json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok)
    throw new Error(`The broker returned ${response.status} for ${method} ${path}: ${text.slice(0, 300)}`)
  return text === '' ? null : (JSON.parse(text) as unknown)
}
