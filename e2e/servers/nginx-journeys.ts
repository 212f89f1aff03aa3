import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, signIn, test } from '../support/journey.ts'
import { reportPath } from '../support/start-site.ts'

/** What holds for a web server in front of the portal, beside the journeys of residents. */
export function nginxJourneys(): void {
  test('sends an error report without personal data @full', async ({ page, portal, resident, sandbox }) => {
    const report = page.waitForRequest((request) => new URL(request.url()).pathname === reportPath)
    await sandbox.post('faults', { kind: 'unavailable', operation: 'listServices', times: 5 })
    await signIn(page, resident)
    const sent = await report
    expect(sent.url()).toBe(portal.url + reportPath)
    expect(sent.postDataJSON()).toMatchObject({ kind: 'api', stage: 'sandbox', route: 'applicationList' })
  })

  test('passes the check of a stage @full', async ({ portal }) => {
    const command = ['deploy/check/main.ts', portal.url, '--tenant', 'minato-city', '--json']
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: portal.certificateFile },
    }).catch((failed: { stdout: string }) => failed)
    expect((JSON.parse(stdout) as { findings: unknown[] }).findings).toEqual([])
  })
}
