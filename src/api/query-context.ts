import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router-dom'

/** Where loaders find the query client: `context.get(queryClientContext).query({ ...getGetOrderQueryOptions(id), staleTime })`. */
export const queryClientContext = createContext<QueryClient>()
