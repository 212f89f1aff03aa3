import fc from 'fast-check'
import { expect, test } from '../support/journey.ts'
import { asResident, newCharge } from '../support/provider-view.ts'
import { RandomUser } from './random-user.ts'

/**
 * P-13, matrix E: random journeys over one charge. A seed is a journey: `npm run journeys -- --seed 17` repeats it with
 * a trace. `npm test` runs two of the first twenty: with a slow response, a declined card, a late decision and a forged
 * result.
 */
const everyTime = new Set([11, 16])
const wanted = process.env.JOURNEY_SEEDS
const seeds = wanted === undefined ? range(1, 200) : wanted.split(',').map(Number)

// Only for a single seed: each set of such options costs another worker, with another browser and sandbox.
if (wanted !== undefined && seeds.length === 1) test.use({ trace: 'on' })

const choices = fc.array(fc.nat(), { minLength: 5, maxLength: 8 })

for (const seed of seeds) {
  test(
    `random journey ${seed}: nothing is paid twice and the screens agree with the API (P-13)`,
    { tag: ['@random', ...(!everyTime.has(seed) && wanted === undefined ? ['@full'] : [])] },
    async ({ page, context, portal, sandbox }) => {
      const [journey = []] = fc.sample(choices, { seed, numRuns: 1 })
      const { resident, chargeId } = await newCharge(sandbox)
      const provider = await asResident(portal, resident)
      const user = await RandomUser.start({ context, portal, sandbox, resident, chargeId, provider }, page)
      try {
        for (const choice of journey) await user.step(choice)
        const result = await user.end()
        test.info().annotations.push({ type: 'journey', description: JSON.stringify(result) })
        expect(result.disagreements, user.steps.join(' → ')).toEqual([])
        expect(result.doublePayments, user.steps.join(' → ')).toBe(0)
      } finally {
        test.info().annotations.push({ type: 'steps', description: user.steps.join(' → ') })
        await sandbox.post('clock', { reset: true })
      }
    },
  )
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
