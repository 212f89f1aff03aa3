import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getGetAttachmentQueryKey } from '../../../api/generated/attachments/attachments.ts'
import { useAttachments } from './use-application-attachments.ts'

it('useApplicationAttachments returns the names of files without the characters that change the text direction', () => {
  const client = new QueryClient()
  const stored = { attachmentId: 'AT-1', contentType: 'image/png', size: 70, scan: 'CLEAN' }
  client.setQueryData(getGetAttachmentQueryKey('AT-1'), { ...stored, name: 'abc\u202egnp\u2066.\u061cpng' })
  const { result } = renderHook(() => useAttachments(['AT-1']), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  expect(result.current).toEqual({ attachments: [{ ...stored, name: 'abcgnp.png' }], loading: false, missing: [] })
})
