import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { [name: string]: string } }
const names = Object.keys(scripts)

/** The program of each command with the options that package.json passes. */
const commands = names
  .filter((name) => !names.some((other) => name === `pre${other}`))
  .map((name) => ({ name, words: scripts[name]?.split(' ') ?? [] }))

/** `npm run e2e` starts other programs by an option. */
const journeys = 'e2e'
const others = [...readFileSync('scripts/e2e.ts', 'utf8').matchAll(/'(--[\w-]+)': '[\w/.-]+\.ts'/g)].map(
  ([, option = '']) => option,
)
const programs = commands.flatMap(({ name, words: [program = '', ...args] }) => [
  { name, program, args },
  ...(name === journeys
    ? others.map((option) => ({ name: `${name} -- ${option}`, program, args: [...args, option] }))
    : []),
])

function run({ program, args }: { program: string; args: string[] }, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(program, [...args, ...options], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

/** The options of a help page that have a value, such as `--from STAGE`. */
function optionsWithValue(help: string): string[] {
  return [...new Set([...help.matchAll(/^ +(?:.*? )??(--[\w-]+) ["A-Z/]/gm)].map(([, option = '']) => option))]
}

function refusal(program: (typeof programs)[number], option: string) {
  const { status, stdout, stderr } = run(program, option)
  return {
    status,
    stdout,
    lines: stderr.split('\n').length - 1,
    names: ['--help', option].filter((word) => stderr.includes(word)),
  }
}

it('starts every program of package.json and of npm run e2e', () => {
  expect(commands.map(({ words: [program] }) => program)).toEqual(commands.map(() => 'node'))
  expect(others).toHaveLength(3)
})

describe.each(programs)('npm run $name', (program) => {
  const help = run(program, '--help')

  it('shows its help, and does nothing else', () => {
    expect({ status: help.status, stderr: help.stderr }).toEqual({ status: 0, stderr: '' })
    expect(help.stdout).toContain('npm ')
  })

  it.each(['--no-such-option', ...optionsWithValue(help.stdout)])(
    'refuses %s, which does not exist or has no value, in one line',
    (option) => {
      expect(refusal(program, option)).toEqual({ status: 2, stdout: '', lines: 1, names: ['--help', option] })
    },
  )
})
