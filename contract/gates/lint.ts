/** Gate: the document has no findings under the rules of api-spec/redocly.yaml. */
import { redocly } from './diff.ts'

const { status, stdout, stderr } = redocly(['lint', '--config', 'api-spec/redocly.yaml', 'api-spec/openapi.yaml'])
if (status !== 0) {
  console.error(stdout, stderr)
  process.exitCode = 1
}
console.log(status === 0 ? 'no findings' : 'the document has findings')
