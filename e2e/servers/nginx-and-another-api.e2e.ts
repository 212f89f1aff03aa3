import { test } from '../support/journey.ts'
import { mainJourneys } from './main-journeys.ts'
import { nginxJourneys } from './nginx-journeys.ts'

// The certificate is created by the test itself.
test.use({ servedBy: 'nginx-and-another-api', ignoreHTTPSErrors: true })

test.describe('the portal on nginx, the API on another origin', () => {
  mainJourneys()
  nginxJourneys()
})
