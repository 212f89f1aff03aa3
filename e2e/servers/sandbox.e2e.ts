import { test } from '../support/journey.ts'
import { mainJourneys } from './main-journeys.ts'

test.describe('the portal on the sandbox', () => {
  mainJourneys()
})
