import type { FilePage, SignedLink } from '../../src/api/generated/api.schemas.ts'
import { ProblemAnswer, notFound } from '../core/problem-answer.ts'
import { contentDisposition, createLink, redeemLink } from '../rules/links.ts'
import { fileView } from '../rules/order-views.ts'
import { ownerOperation, publicOperation } from './call.ts'
import { limitOf, pageOf, positionOf } from './paging.ts'

export const listFiles = ownerOperation(({ backend, owner, query, locale }) => {
  const limit = limitOf(query)
  const after = positionOf(query, locale)
  const files = backend.files.page(owner, after && { issuedAt: after.at, fileId: after.id }, limit + 1)
  const page = pageOf(files, limit, ({ issuedAt, fileId }) => ({ at: issuedAt, id: fileId }))
  const body: FilePage = {
    nextCursor: page.nextCursor,
    items: page.items.map((file) => {
      const order = file.orderId === undefined ? null : backend.orders.find(file.orderId)
      return fileView(backend, file, order, locale)
    }),
  }
  return { status: 200, body }
})

export const createFileLink = ownerOperation(({ backend, owner, path, now }) => {
  const file = backend.files.findOwned(owner, path('fileId'))
  if (file === null) throw notFound()
  if (file.availableUntil !== undefined && now > file.availableUntil) throw new ProblemAnswer(410, 'SE_FI_0001')
  const body: SignedLink = createLink(backend, owner.tenantId, { kind: 'file', id: file.fileId })
  return { status: 201, body }
})

/** Always a download, never a page: a file must not run in the portal's origin. */
export const downloadFile = publicOperation(({ backend, tenant, path }) => {
  const { name, contentType, content } = redeemLink(backend, tenant.tenantId, path('linkId'))
  return {
    status: 200,
    bytes: content,
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(content.byteLength),
      'Content-Disposition': contentDisposition(name),
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  }
})
