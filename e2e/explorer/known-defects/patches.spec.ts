import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const patches = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.patch'))

it.each(patches)('%s applies to the current code and names the finding of its defect', (file) => {
  const patch = join(import.meta.dirname, file)
  const { status, stderr } = spawnSync('git', ['apply', '--check', patch], {
    cwd: join(import.meta.dirname, '../../..'),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(readFileSync(patch, 'utf8')).toMatch(/^Finding: .+\nGroups: .+\nStart: \{.+\}\n/m)
})
