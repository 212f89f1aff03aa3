import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { recordJourney } from './testing/sandbox-journey.ts'

const folder = mkdtempSync(join(tmpdir(), 'recording-'))
const program = join(import.meta.dirname, '..', 'main.ts')

async function run(...options: string[]) {
  const child = spawn(process.execPath, [program, 'replay', ...options])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output }
}

it('passes a recording that keeps the contract, and fails another one', async () => {
  const good = join(folder, 'good.har')
  const har = await recordJourney()
  writeFileSync(good, JSON.stringify(har))
  const passed = await run(good)
  expect(passed.output).toMatch(/^ok {3}login \d+ of \d+ rules\n/)
  expect(passed.output).toContain('\nNot recorded: requestPasswordReset, ')
  expect(passed.code, passed.output).toBe(0)

  const bad = join(folder, 'bad.har')
  const report = join(folder, 'report.json')
  writeFileSync(bad, JSON.stringify(har).replaceAll(String.raw`\"receiptNumber\"`, String.raw`\"number\"`))
  const failed = await run(bad, '--json', report)
  expect(failed.output.replaceAll(/\d+ of \d+ rules/g, 'some rules')).toContain(
    `FAIL submitOrder some rules
       every answer is one of the document
         The portal shows an error, or a wrong amount, time or state.
         201: the body must have required property 'receiptNumber' (/log/entries/11)
`,
  )
  expect(failed.code).toBe(1)
  const { checks } = JSON.parse(readFileSync(report, 'utf8')) as { checks: { result: string }[] }
  expect(checks.filter(({ result }) => result === 'failed').length).toBeGreaterThan(1)
})

it('refuses what it cannot read in one line', async () => {
  const large = join(folder, 'large.har')
  writeFileSync(large, '{')
  truncateSync(large, 200_000_000)
  expect(await run(large)).toEqual({
    code: 2,
    output: `${large} cannot be replayed: it has 200 MB, and at most 100 can be read. Filter the network tab by "app/web" and export again.\n`,
  })
  const missing = await run(join(folder, 'missing.har'))
  expect(missing.output).toMatch(/missing\.har cannot be replayed: there is no such file\.\n$/)
  expect((await run()).output).toBe('Name one HAR file. --help shows the options.\n')
})
