import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { requireForms } from '../../deploy/upload/requirements.ts'
import { runCommand } from '../command-line.ts'
import { publish } from '../studio/tasks/form-tasks.ts'
import { createForm } from '../templates/new-form.ts'
import { recordStep } from './form-history.ts'

const named = { displayName: { ja: '町', en: 'Town' }, locales: ['ja', 'en'], contact: { phone: '0312345678' } }

/** What the `tenant.json` of a tenant that wants approvals may be. */
const settings: [name: string, text: string][] = [
  ['of the portal', JSON.stringify({ ...named, needsApproval: true })],
  ['without a name', '{ "locales": ["ja", "en"], "needsApproval": true }'],
  ['with an error elsewhere', JSON.stringify({ ...named, primaryColor: 'blue', needsApproval: true })],
  ['with another value', JSON.stringify({ ...named, needsApproval: 'yes' })],
  ['that cannot be read', '{ "needsApproval": true'],
]

let work = ''
let root = ''
let folder = ''
let out = ''

beforeEach(() => {
  work = mkdtempSync(path.join(tmpdir(), 'forms-approved-'))
  root = path.join(work, 'forms')
  out = path.join(work, 'published')
  const [tenant, service, type] = ['town', 'dogs', 'individual']
  folder = createForm({ root, tenant, service, type, template: 'dog-registration', title: {} })
  mkdirSync(path.join(root, 'town/planned'))
  cpSync(path.join(root, 'town/dogs/service.json'), path.join(root, 'town/planned/service.json'))
})

async function run(...args: string[]): Promise<number> {
  return runCommand(args, { out: () => undefined, err: () => undefined })
}

/** Builds some paths, one after the other, and copies the result as a build server does: without hidden files. */
async function built(...places: string[]): Promise<string> {
  const [first, copy] = [path.join(work, 'built'), path.join(work, 'copy')]
  for (const place of places) await run('build', place, '--out', first)
  rmSync(path.join(first, '.build.json'))
  cpSync(first, copy, { recursive: true })
  return copy
}

/** The ways in which something may get into a published folder. */
const ways: [name: string, go: () => Promise<unknown>][] = [
  ['publish', () => run('publish', root, '--to', out, '--by', '山田')],
  ['publish for later', () => run('publish', root, '--to', out, '--by', '山田', '--from', '2999-04-01')],
  ['publish of built forms', async () => run('publish', await built(root), '--to', out)],
  ['publish of one built form', async () => run('publish', await built(folder), '--to', out)],
  [
    'publish of forms built from two folders',
    async () => {
      const other = path.join(work, 'other')
      const names = { tenant: 'town', service: 'cats', type: 'individual' }
      createForm({ root: other, ...names, template: 'dog-registration', title: {} })
      return run('publish', await built(root, other), '--to', out)
    },
  ],
  ['the studio', () => publish(folder, out, { who: '山田' })],
  ['the studio for later', () => publish(folder, out, { who: '山田', from: '2999-04-01T00:00' })],
]

describe.each(settings)('a tenant that wants approvals, its tenant.json %s', (_name, text) => {
  beforeEach(() => writeFileSync(path.join(root, 'town/tenant.json'), text))

  it.each(ways)('gets nothing published without one by %s', async (_way, go) => {
    await go()
    const files = existsSync(out) ? readdirSync(out, { recursive: true }) : []
    expect(files).toEqual([])
  })

  it('cannot upload forms that were only built', async () => {
    const forms = await built(root)
    expect(() => requireForms(forms)).toThrow(/was built, not published.+Nothing was uploaded/)
  })
})

describe.each(settings.slice(0, 2))('an approved form of a tenant %s', (_name, text) => {
  it.each(ways.filter(([name]) => !name.includes('built')))(
    'reaches residents by %s and an upload',
    async (_way, go) => {
      writeFileSync(path.join(root, 'town/tenant.json'), text)
      recordStep(folder, { what: 'review', who: '山田' }, Date.now(), '0123456789ab')
      recordStep(folder, { what: 'approve', who: '佐藤' }, Date.now())
      await go()
      expect(readdirSync(path.join(out, 'town'))).not.toContain('planned')
      expect(readdirSync(path.join(out, 'town/dogs/individual'))).toHaveLength(1)
      expect(() => requireForms(out)).not.toThrow()
    },
  )
})
