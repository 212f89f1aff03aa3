import type { QueryClient } from '@tanstack/react-query'
import { formQuery } from '../../features/apply/application/form-query.ts'
import { orderFormQuery } from '../../features/orders/OrderAnswers.tsx'
import type { FormAddress } from '../../form-engine/definition/version-url.ts'

/** The page of an order reads its form under a key of its own. Call it after `provideForms`. */
export function provideOrderForm(queryClient: QueryClient, address: FormAddress): void {
  const result = queryClient.getQueryData(formQuery(address, 'ja').queryKey)
  if (result?.kind !== 'form') throw new Error('The form of the test is not published')
  queryClient.setQueryData(orderFormQuery(address, 'ja').queryKey, result.form)
}
