import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getListFilesInfiniteQueryKey, listFiles } from '../../api/generated/files/files.ts'
import { loadList } from '../../api/paging.ts'
import { queryClientContext, staleTimes } from '../../api/queries.ts'
import { fileParams } from './file-params.ts'

export { Component } from './DownloadPage.tsx'

export async function loader({ context }: LoaderFunctionArgs<RouterContextProvider>): Promise<null> {
  await loadList(context.get(queryClientContext), {
    queryKey: getListFilesInfiniteQueryKey(fileParams),
    params: fileParams,
    fetchPage: listFiles,
    staleTime: staleTimes.files,
  })
  return null
}
