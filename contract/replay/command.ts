/** `npm run contract -- replay FILE.har`. See the usage below. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { optionsOf, refuse } from '../../scripts/options.ts'
import { prepareFile } from '../../scripts/output-place.ts'
import { createConformance } from '../openapi/conformance.ts'
import { operationsOf, readDocument } from '../openapi/document.ts'
import { readPact } from '../pact/pact-file.ts'
import { textReport } from '../report/text.ts'
import { readStageHosts } from '../rules/stage-hosts.ts'
import { NoRecording, entriesOf } from './har.ts'
import { recordingOf } from './recording.ts'
import { elsewhere, remarksOf, replay } from './replay.ts'

const usage = `npm run contract -- replay FILE.har [options]   whether recorded traffic keeps the contract

  FILE.har is exported in the network tab of a browser, also without cookies and tokens. The report names places in
  this file and kinds of deviations, no value.

  --api URL             the address of the API, if it is not that of the recorded config.json or ends otherwise
  --config FILE-OR-URL  the portal's config.json, whose hosts the payment page and links to files must have, if
                        it is not recorded
  --json FILE           also as JSON`

const { values, positionals } = optionsOf(usage, {
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { api: { type: 'string' }, config: { type: 'string' }, json: { type: 'string' } },
})
const [file, another] = positionals
if (file === undefined || another !== undefined) refuse('Name one HAR file.')

prepareFile('--json', values.json)

const maxMegabytes = 100
try {
  const document = readDocument()
  const conformance = createConformance(document)
  const operations = operationsOf(document).map(({ operationId }) => operationId)
  const recording = recordingOf(entriesOf(textOf(file)), conformance, {
    ...(values.api === undefined ? {} : { api: values.api }),
    ...(values.config === undefined ? {} : { hosts: await readStageHosts(values.config) }),
  })
  const checks = replay(recording, { document, conformance, interactions: readPact().interactions })
  const remarks = remarksOf(recording, operations)
  console.log([textReport(checks, [...operations, elsewhere], file), ...remarks].join('\n'))
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ file, checks, remarks }, null, 2)}\n`)
  if (checks.some(({ result }) => result === 'failed')) process.exitCode = 1
} catch (error) {
  if (!(error instanceof NoRecording)) throw error
  console.error(`${file} cannot be replayed: ${error.message}`)
  process.exitCode = 2
}

function textOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isFile() !== true) throw new NoRecording('there is no such file.')
  const megabytes = Math.round(stats.size / 1_000_000)
  if (megabytes > maxMegabytes)
    throw new NoRecording(
      `it has ${megabytes} MB, and at most ${maxMegabytes} can be read. Filter the network tab by "app/web" and export again.`,
    )
  return readFileSync(path, 'utf8')
}
