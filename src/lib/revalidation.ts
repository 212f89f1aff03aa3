import type { ShouldRevalidateFunctionArgs } from 'react-router-dom'

/**
 * `shouldRevalidate` of a page whose query changes only what it shows of its data, e.g. a filter or a step. Data is
 * fetched again only for another page or tenant.
 */
export function revalidatesNoSearch({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const onlySearch = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return onlySearch ? false : defaultShouldRevalidate
}
