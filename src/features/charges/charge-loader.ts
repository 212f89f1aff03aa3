import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getGetChargeQueryOptions } from '../../api/generated/charges/charges.ts'
import { queryClientContext, staleTimes } from '../../api/queries.ts'
import { parseChargeId } from '../../paths.ts'

/** The loader of a page about one charge. */
export async function chargeLoader({ context, params }: LoaderFunctionArgs<RouterContextProvider>): Promise<null> {
  const chargeId = parseChargeId(params.chargeId)
  if (chargeId === null) return null
  await context.get(queryClientContext).query({ ...getGetChargeQueryOptions(chargeId), staleTime: staleTimes.charges })
  return null
}
