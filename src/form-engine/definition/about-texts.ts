import { queryOptions } from '@tanstack/react-query'
import type { AboutTexts, AboutStep } from '../../../form-model/definition.ts'
import { textLanguages } from '../../../form-model/language-tag.ts'
import { stepsFor } from '../../../form-model/delivery.ts'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { wired } from '../../api/wiring.ts'
import { versionUrl } from './version-url.ts'
import type { FormAddress } from './version-url.ts'
import type { Language } from '../../lib/language.ts'
import { isOffline } from '../../lib/network.ts'
import { ProblemError, answerInTime } from '../../lib/problem.ts'
import { isNumber, isString, listOf, oneOf, shape } from '../../lib/shape.ts'

const isLimitedStep = shape({ delivery: oneOf(['post', 'collection']), text: isString })

function isStep(value: unknown): value is AboutStep {
  return isString(value) || isLimitedStep(value)
}

const isAbout = shape({
  who: listOf(isString),
  needs: listOf(isString),
  minutes: isNumber,
  next: listOf(isStep),
  ways: listOf(isString),
})
const hasAbout = shape({ about: isAbout })

/**
 * What a resident should read before the form, and what happens after it. It is part of the form's texts, so that the
 * public page needs neither a session nor the form engine. Null: the version was published without it, or is gone.
 */
export function aboutQuery(address: FormAddress, language: Language) {
  const { tenantId, serviceId, type, formVersion } = address
  return queryOptions({
    queryKey: ['about', tenantId, serviceId, type, formVersion, language],
    queryFn: ({ signal }) =>
      answerInTime(loadAbout(versionUrl(address), textLanguages(language), signal), wired().timeoutMs),
    staleTime: Infinity,
  })
}

async function loadAbout(
  base: string,
  [language = 'ja', ...others]: readonly string[],
  signal: AbortSignal,
): Promise<AboutTexts | null> {
  const url = `${base}/texts.${language}.json`
  try {
    const response = await fetch(url, { signal })
    if (response.status === 404 || response.status === 410)
      return others.length > 0 ? await loadAbout(base, others, signal) : null
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    const texts: unknown = await response.json()
    return hasAbout(texts) ? texts.about : null
  } catch (cause) {
    throw await unreachable(cause)
  }
}

/**
 * What happens after an application, as its form describes it; null if it does not. The API keeps an address only of
 * orders that are sent by post, so the order answers how its result is delivered.
 */
export function stepsAfter(about: AboutTexts | null, order: Pick<OrderDetails, 'shippingAddress'>): string[] | null {
  return about && stepsFor(about.next, order.shippingAddress === undefined ? 'collection' : 'post')
}

/** The problem of a published file that could not be fetched. */
export async function unreachable(cause: unknown): Promise<ProblemError> {
  return new ProblemError({ kind: (await isOffline()) ? 'offline' : 'unavailable', fields: [] }, { cause })
}
