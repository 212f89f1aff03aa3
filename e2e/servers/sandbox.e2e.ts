import { expect, test } from '../support/journey.ts'
import { startSandbox } from '../support/start-sandbox.ts'
import { mainJourneys } from './main-journeys.ts'

test.describe('the portal on the sandbox', () => {
  mainJourneys()
})

test('an error that the sandbox reports is a failure', async () => {
  process.env.NODE_DEBUG = 'http'
  const site = await startSandbox().finally(() => delete process.env.NODE_DEBUG)
  await fetch(site.url)
  await expect(site.stop()).rejects.toThrow(/The sandbox has reported errors:\n.*HTTP/)
})
