import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const project = path.resolve(import.meta.dirname, '../..')
const [, yaml = ''] = /```yaml\n([^]*?)```/.exec(readFileSync('docs/forms/git.md', 'utf8')) ?? []
const { jobs } = parse(yaml) as { jobs: { forms: { steps: { run?: string }[] } } }
const lines = jobs.forms.steps.flatMap(({ run }) => run ?? [])
const form = 'schemas/kaze-maintenance/library-card/individual'

/** Runs the steps as the CI does: one that fails ends the job. */
function runSteps(folder: string) {
  const script = lines
    .filter((line) => line !== 'npm ci')
    .join('\n')
    .replaceAll('npm run --silent forms --', `"${process.execPath}" "${project}/forms/main.ts"`)
  return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, encoding: 'utf8' })
}

it('checks, tests and builds the forms, and marks a mistake at its line', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'forms-workflow-'))
  for (const part of ['schemas/shared', form])
    cpSync(path.join(project, part), path.join(folder, part), { recursive: true })
  expect(lines[0]).toBe('npm ci')
  expect(lines).toHaveLength(4)
  expect(runSteps(folder)).toMatchObject({ status: 0 })
  expect(existsSync(path.join(folder, 'forms-built/kaze-maintenance/manifest.json'))).toBe(true)
  const file = path.join(folder, form, 'form.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('{\n', '{\n<<<<<<< ours\n=======\n>>>>>>> theirs\n'))
  const { status, stdout } = runSteps(folder)
  expect(status).toBe(1)
  expect(stdout).toContain(`::error file=${form}/form.json,line=2,`)
})
