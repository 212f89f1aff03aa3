/** `npm run contract -- kit --out DIR` */
import { optionsOf, refuse } from '../../scripts/options.ts'
import { prepareFolder } from '../../scripts/output-place.ts'

const usage = `npm run contract -- kit --out DIR   writes what an API team needs without this repository

  --out DIR   a folder that is empty or does not exist yet

The document, the pact, the provider states with their data, test keys and tokens, two forms with test vectors, an
example API in Python, and a README that says what to do first.`

const { values } = optionsOf(usage, {
  args: process.argv.slice(3),
  options: { out: { type: 'string' } },
})
if (values.out === undefined) refuse('--out is missing: where to write the kit.')
prepareFolder('--out', values.out)
const { writeKit } = await import('./write-kit.ts')
await writeKit(values.out)
console.log(`The kit is in ${values.out}. Begin with its README.md.`)
