import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fetchFrom, now, respondWell, stageOrigin } from '../testing/sample-stage.ts'
import type { Respond } from '../testing/sample-stage.ts'
import { checkStage } from './check-stage.ts'
import { openStage } from './stage.ts'
import { readTenants, reportOf } from './tenants.ts'

const file = path.join(mkdtempSync(path.join(tmpdir(), 'tenants-')), 'tenants.txt')

function read(text: string): string[] {
  writeFileSync(file, text)
  return readTenants(file)
}

describe('a file with tenants', () => {
  it('gives its ids without empty lines and comments, also with the ends of lines of Windows', () => {
    expect(read('# ours\r\nminato-city\r\n\r\n  aozora-water  \n')).toEqual(['minato-city', 'aozora-water'])
  })

  it.each([
    ['a space', 'a\nminato city\n', ':2: "minato city" is no id of a tenant.'],
    ['an address', 'a\n\n# b\nhttps://a.example/\n', ':4: "https://a.example/" is no id of a tenant.'],
    ['the name of a page', 'login', ':1: "login" is no id of a tenant.'],
    ['no tenant', '# none yet\n', ' names no tenant. Write one id in each line.'],
  ])('refuses %s with the number of the line', (_name, text, message) => {
    expect(() => read(text)).toThrow(`${file}${message}`)
  })
})

it('names a file of tenants that does not exist', () => {
  expect(() => readTenants('/nowhere/tenants.txt')).toThrow('/nowhere/tenants.txt does not exist.')
})

describe('the check of many tenants', () => {
  const tenants = ['minato-city', ...Array.from({ length: 199 }, (_, index) => `tenant-${index}`)]

  /** Tenant 7 has no forms, the API does not know tenant 8; the others have an empty manifest. */
  const respond: Respond = (request) => {
    const { pathname } = request.url
    if (pathname.endsWith('/tenant-8/info')) return new Response('{}', { status: 404 })
    const [, tenantId = ''] = /^\/forms\/(tenant-\d+)\/manifest\.json$/.exec(pathname) ?? []
    return tenantId === '' || tenantId === 'tenant-7' ? respondWell(request) : Response.json({ tenantId, forms: {} })
  }

  async function check() {
    let [running, most] = [0, 0]
    const answer = fetchFrom(respond)
    const stage = openStage(
      stageOrigin,
      async (url, init) => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        return answer(url, init).finally(() => running--)
      },
      () => now,
      () => Promise.resolve({ error: null, certificate: null }),
    )
    return { findings: await checkStage(stage, { tenants }), most }
  }

  it('reads each with few requests at a time, and names those with findings', async () => {
    const { findings, most } = await check()
    expect(findings.map(({ check: name, tenant }) => [name, tenant])).toEqual([
      ['forms', 'tenant-7'],
      ['api', 'tenant-8'],
    ])
    expect(most).toBe(16)
    const report = reportOf(findings, tenants).split('\n')
    expect(report.filter((line) => line.endsWith(' ok'))).toHaveLength(199)
    expect(report).toContain('minato-city: ok')
    for (const tenant of ['tenant-7', 'tenant-8']) expect(report).toContain(`${tenant}: 1 finding`)
    expect(report).toContain('  api: https://api.portal.example.jp/app/web/p/tenants/tenant-8/info answers 404')
    expect(report.slice(-2)).toEqual(['198 of 200 tenants ok', ''])
  })

  it('calls no tenant ok if the stage has a finding, behind which nothing may have been checked', () => {
    const silent = { check: 'connection', problem: 'nothing listens', fix: 'Start it.' } as const
    expect(reportOf([silent], ['a', 'b']).split('\n').slice(2)).toEqual([
      'a: no finding of its own',
      'b: no finding of its own',
      '2 of 2 tenants without a finding of their own',
      '',
    ])
  })
})
