import type { Draft, DraftContent, DraftPage, SavedDraft } from '../../src/api/generated/api.schemas.ts'
import { ProblemAnswer, notFound } from '../core/problem-answer.ts'
import type { Backend } from '../rules/backend.ts'
import type { DraftAddress, DraftRecord, Owner } from '../core/records.ts'
import { serviceName } from '../rules/order-views.ts'
import { tagOf } from '../store/drafts.ts'
import { serviceOf } from '../rules/services.ts'
import { endDraft, refuseSubmitted } from '../rules/submit-order.ts'
import { day } from '../core/tokyo-time.ts'
import { leavesOf } from '../../form-model/answers.ts'
import { tokyoIso } from '../../form-model/tokyo-date.ts'
import { ownerOperation } from './call.ts'
import { limitOf, pageOf, positionOf } from './paging.ts'

/** Temporary saves are kept one week after the last save. */
export const draftLifetime = 7 * day

export const listDrafts = ownerOperation(({ backend, owner, query, locale, now }) => {
  const after = positionOf(query, locale)
  const limit = limitOf(query)
  const drafts = backend.drafts.live(owner, now)
  const start =
    after === null
      ? 0
      : drafts.findIndex(({ savedAt, version }) => savedAt === after.at && String(version) === after.id) + 1
  const page = pageOf(drafts.slice(start, start + limit + 1), limit, ({ savedAt, version }) => ({
    at: savedAt,
    id: String(version),
  }))
  const body: DraftPage = {
    nextCursor: page.nextCursor,
    items: page.items.map((draft) => ({
      serviceId: draft.serviceId,
      serviceName: serviceName(backend, draft, locale),
      type: draft.type,
      formVersion: draft.formVersion,
      ...(draft.step === undefined ? {} : { step: draft.step }),
      ...(draft.reapplyOf === undefined ? {} : { reapplyOf: draft.reapplyOf }),
      savedAt: tokyoIso(draft.savedAt),
      expiresAt: tokyoIso(draft.expiresAt),
    })),
  }
  return { status: 200, body }
})

export const getDraft = ownerOperation(({ backend, owner, path, now }) => {
  const draft = backend.drafts.find(draftAddress(owner, path('serviceId'), path('type')))
  if (draft === null) throw notFound()
  if (now >= draft.expiresAt) throw new ProblemAnswer(410, 'SE_DR_0001')
  return { status: 200, body: draftView(draft), headers: { ETag: tagOf(draft) } }
})

export const saveDraft = ownerOperation<DraftContent>(({ backend, owner, tenant, path, body, header, now }) => {
  const address = draftAddress(owner, path('serviceId'), path('type'))
  const service = serviceOf(backend, tenant, address.serviceId)
  if (service === null) throw notFound()
  const { applicationId, formVersion } = body
  refuseSubmitted(backend, owner, applicationId)
  const form = { ...address, formVersion }
  const isKnown = backend.forms.isPublished(form) || backend.forms.isSuperseded(form)
  if (!isKnown) throw new ProblemAnswer(404, 'SE_AP_0002')

  const present = backend.drafts.find(address)
  const isLive = present !== null && now < present.expiresAt
  const expected = header('If-Match')
  if (expected === undefined) {
    if (isLive) throw new ProblemAnswer(412, 'SE_CO_0412')
  } else {
    if (present !== null && !isLive) throw new ProblemAnswer(410, 'SE_DR_0001')
    if (present === null || tagOf(present) !== expected) throw new ProblemAnswer(412, 'SE_CO_0412')
  }
  const draft = newDraft(backend, address, body)
  const answer: SavedDraft = { savedAt: tokyoIso(draft.savedAt), expiresAt: tokyoIso(draft.expiresAt) }
  return { status: 200, body: answer, headers: { ETag: tagOf(draft) } }
})

export const deleteDraft = ownerOperation(({ backend, owner, path, query, header, now }) => {
  refuseSubmitted(backend, owner, query.get('applicationId') ?? '')
  const address = draftAddress(owner, path('serviceId'), path('type'))
  const present = backend.drafts.find(address)
  if (present === null || now >= present.expiresAt) throw notFound()
  if (tagOf(present) !== header('If-Match')) throw new ProblemAnswer(412, 'SE_CO_0412')
  endDraft(backend, address)
  return { status: 204 }
})

export function draftAddress({ tenantId, userId }: Owner, serviceId: string, type: string): DraftAddress {
  return { tenantId, userId, serviceId, type }
}

export function newDraft(
  backend: Pick<Backend, 'attachments' | 'clock' | 'db' | 'drafts'>,
  address: DraftAddress,
  content: DraftContent,
): DraftRecord {
  const savedAt = backend.clock.now()
  const draft: DraftRecord = {
    ...address,
    ...content,
    savedAt,
    expiresAt: savedAt + draftLifetime,
    version: backend.db.next('drafts'),
  }
  backend.drafts.save(draft)
  for (const { value } of leavesOf(draft.answers)) {
    const attachment = typeof value === 'string' ? backend.attachments.findOwned(address, value) : null
    if (attachment !== null) backend.attachments.update({ ...attachment, heldBy: address })
  }
  return draft
}

export function draftView({ tenantId: _tenant, userId: _user, version: _version, ...draft }: DraftRecord): Draft {
  return { ...draft, savedAt: tokyoIso(draft.savedAt), expiresAt: tokyoIso(draft.expiresAt) }
}
