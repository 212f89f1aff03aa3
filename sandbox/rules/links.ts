import type { SignedLink } from '../../src/api/generated/api.schemas.ts'
import { newToken } from '../core/identifiers.ts'
import { ProblemAnswer, notFound } from '../core/problem-answer.ts'
import type { Backend } from './backend.ts'
import type { LinkRecord } from '../core/records.ts'
import { minute } from '../core/tokyo-time.ts'
import { tokyoIso } from '../../form-model/tokyo-date.ts'

const linkLifetime = 5 * minute

/** A link that serves its target once. It has no host, so that it is valid at any address of the API. */
export function createLink(
  backend: Pick<Backend, 'clock' | 'links'>,
  tenantId: string,
  target: LinkRecord['target'],
): SignedLink {
  const link: LinkRecord = { linkId: newToken(), tenantId, target, expiresAt: backend.clock.now() + linkLifetime }
  backend.links.save(link)
  return {
    url: `/app/web/p/tenants/${tenantId}/files/${link.linkId}`,
    expiresAt: tokyoIso(link.expiresAt),
  }
}

/** Returns the bytes behind a link and uses the link up; 410 if it was used or has expired. */
export function redeemLink(
  backend: Pick<Backend, 'attachments' | 'clock' | 'files' | 'links'>,
  tenantId: string,
  linkId: string,
): { name: string; contentType: string; content: Uint8Array } {
  const link = backend.links.find(linkId)
  if (link === null || link.tenantId !== tenantId) throw notFound()
  const now = backend.clock.now()
  if (link.usedAt !== undefined || now >= link.expiresAt) throw new ProblemAnswer(410, 'SE_FI_0001')
  const { kind, id } = link.target
  const target = kind === 'file' ? backend.files.find(id) : backend.attachments.find(id)
  const content = kind === 'file' ? backend.files.content(id) : backend.attachments.content(id)
  if (target === null || content === null) throw notFound()
  backend.links.save({ ...link, usedAt: now })
  return { name: target.name, contentType: target.contentType, content }
}

/**
 * `Content-Disposition` for a download: always an attachment, with a name that is safe on every system; an ASCII name
 * for old clients and the real one as `filename*` (RFC 8187).
 */
export function contentDisposition(name: string): string {
  const safe = safeFileName(name)
  const ascii = safe.replaceAll(/[^\x20-\x7e]+/g, '_').replaceAll(/["\\%]/g, '_')
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** No directories, no control or direction characters, at most 200 bytes with the extension kept. */
export function safeFileName(name: string): string {
  const plain = (name.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029<>:"|?*]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim()
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  let stem = plain.slice(0, plain.length - extension.length) || 'file'
  while (Buffer.byteLength(stem + extension) > 200) stem = Array.from(stem).slice(0, -1).join('')
  return stem + extension
}
