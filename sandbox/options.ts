import path from 'node:path'
import { Misuse, parseOptions } from '../scripts/options.ts'

export type Options = {
  port: number
  cardPort: number
  /** The portal's address if another web server is in front; otherwise it uses its own port. */
  origin: string | null
  db: string
  reset: boolean
  dev: boolean
  mocks: boolean
  json: boolean
}

export const usage = `npm start -- [options]     the portal on the production build
npm run dev -- [options]   the same with Vite: changes of the source are visible at once

  --port N        port of the portal (5173; 0 = any free one)
  --card-port N   port of the card provider (the portal's plus 1)
  --origin URL    address of the portal if another web server is in front
  --reset         restore the sample data
  --db FILE       the data (.local/sandbox.sqlite; :memory: = store nothing)
  --mocks         of npm run dev: without the sandbox, signed in; the generated mocks answer in the page
  --json          print the addresses as one line of JSON`

const sandboxOnly: ReadonlySet<string> = new Set(['card-port', 'origin', 'reset', 'db'])

/** The options of the command line; throws a `Misuse` that names the invalid option. */
export function readOptions(args: readonly string[], root: string): Options | 'help' {
  const { values, tokens } = parseOptions({
    args: [...args],
    tokens: true,
    options: {
      port: { type: 'string', default: '5173' },
      'card-port': { type: 'string' },
      origin: { type: 'string' },
      db: { type: 'string', default: path.join(root, '.local', 'sandbox.sqlite') },
      reset: { type: 'boolean', default: false },
      dev: { type: 'boolean', default: false },
      mocks: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const port = portOf('--port', values.port)
  const cardPort =
    values['card-port'] === undefined ? (port === 0 ? 0 : port + 1) : portOf('--card-port', values['card-port'])
  if (port !== 0 && port === cardPort) throw new Misuse('--port and --card-port must differ: they are two origins.')
  const { db, reset, dev, mocks, json } = values
  if (mocks && !dev) throw new Misuse('--mocks belongs to npm run dev.')
  const ofSandbox = tokens.find((token) => token.kind === 'option' && sandboxOnly.has(token.name))
  if (mocks && ofSandbox?.kind === 'option')
    throw new Misuse(`${ofSandbox.rawName} belongs to the sandbox, which --mocks does without.`)
  const origin = values.origin === undefined ? null : originOf(values.origin)
  return { port, cardPort, origin, db, reset, dev, mocks, json }
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Misuse(`--origin needs an address such as https://portal.example.jp, not "${text}".`)
  return url.origin
}

function portOf(option: string, text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Misuse(`${option} needs a number from 0 to 65535, not "${text}".`)
  return port
}
