/** The script of the starter kit: verifies the rules at an API, with the document and the pact of the kit beside it. */
import path from 'node:path'
import { optionsOf, refuse } from '../../scripts/options.ts'
import { operationsOf, readDocument } from '../openapi/document.ts'
import { pactFile, readPact } from '../pact/pact-file.ts'
import { chosenOf, report, requireTarget, ruleChecks, verifyOptions, verifyUsage } from '../rules/verify-command.ts'

const usage = `node verify-rules.mjs --url URL --states-url URL [options]   whether an API keeps the rules of several requests

${verifyUsage()}`

const { values } = optionsOf(usage, { options: verifyOptions })
const { url, 'states-url': statesUrl } = values
if (url === undefined || statesUrl === undefined) refuse('--url and --states-url are needed.')

const here = import.meta.dirname
const document = readDocument(path.join(here, 'openapi.yaml'))
const pact = readPact(path.join(here, 'pact', path.basename(pactFile)))
const names = operationsOf(document).map(({ operationId }) => operationId)
const [chosen = []] = chosenOf(values.only, [names])
const target = { url, statesUrl, ...(values.token === undefined ? {} : { token: values.token }) }
await requireTarget(target, values)
report(await ruleChecks(target, { document, pact, chosen, config: values.config ?? null }), names, target, values)
