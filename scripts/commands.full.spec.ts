import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { [name: string]: string } }

const programs = Object.entries(scripts).flatMap(([name, line]) => {
  const [, program] = /^node (\S+\.ts)/.exec(line) ?? []
  return program === undefined ? [] : [{ name, program }]
})

it.each(programs)('npm run $name has help, and refuses an unknown option without a stack trace', ({ program }) => {
  const run = (option: string) => spawnSync(process.execPath, [program, option], { encoding: 'utf8' })
  const help = run('--help')
  expect({ status: help.status, stderr: help.stderr }).toEqual({ status: 0, stderr: '' })
  expect(help.stdout).toContain('npm ')
  const refused = run('--no-such-option')
  expect(refused.status).not.toBe(0)
  expect(refused.stderr).toContain('--no-such-option')
  expect(refused.stderr).not.toMatch(/^\s+at /m)
})
