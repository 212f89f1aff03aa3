import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { assignAndAnnounce, fillSilently } from '../../../app/testing/fill-silently.ts'
import { localDrafts } from '../draft/local-drafts.ts'
import { certificateAnswers } from '../testing/residence-certificate.ts'
import {
  consultation,
  consultationAnswers,
  heading,
  leaveDraft,
  loadInEnglish,
  startApplying,
} from '../testing/open-form.tsx'
import type { Applying } from '../testing/open-form.tsx'

let portal: Applying | null = null

afterEach(async () => {
  await portal?.stop()
  portal = null
})

const certificate = '/application/minato-city/residence-certificate/individual'
const shipping = '/order/shippingaddress/minato-city/residence-certificate?type=individual'

const drafts = {
  'residence-certificate': certificateAnswers,
  'childcare-consultation': consultationAnswers,
} as const

/** Every field on the page in which something can be typed. */
function typedFields(): (HTMLInputElement | HTMLTextAreaElement)[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main :is(input, textarea)')
  const others = ['radio', 'checkbox', 'file', 'hidden', 'date']
  return [...fields].filter(({ type, readOnly }) => !others.includes(type) && !readOnly)
}

const pages = [
  ['residence-certificate', `${certificate}?step=applicant`, '住民票の写しの交付請求'],
  ['residence-certificate', shipping, 'お届け先'],
  ['childcare-consultation', `${consultation}?step=consultation`, '相談の内容'],
  ['childcare-consultation', `${consultation}?step=booking`, '日時と連絡先'],
] as const

async function openFields(serviceId: keyof typeof drafts, path: string, title: string) {
  const applying = (portal = await startApplying())
  await leaveDraft(applying, serviceId, drafts[serviceId])
  await applying.open(path)
  await heading(title)
  for (const another of screen.queryAllByRole('radio', { name: '別の住所に届ける' })) await applying.user.click(another)
  const fields = typedFields()
  expect(fields).not.toEqual([])
  return { applying, fields, texts: fields.map((_, index) => String(1001 + index)) }
}

/** The texts that the record does not have. */
async function missing(applying: Applying, serviceId: string, texts: readonly string[]): Promise<string[]> {
  const records = await localDrafts.listOf(applying.owner.tenantId, applying.owner.userId)
  const kept = JSON.stringify(records.find((record) => record.serviceId === serviceId))
  return texts.filter((text) => !kept.includes(text))
}

describe('each page of an application', () => {
  it.each(pages)(
    '%s: the record keeps what is typed in any field of %s before the field is left',
    async (serviceId, path, title) => {
      const { applying, fields, texts } = await openFields(serviceId, path, title)
      for (const [index, field] of fields.entries()) fireEvent.input(field, { target: { value: texts[index] } })
      await waitFor(async () => expect(await missing(applying, serviceId, texts)).toEqual([]))
    },
  )

  it.each(pages)(
    '%s: the record keeps what a script assigns and announces in any field of %s',
    async (serviceId, path, title) => {
      const { applying, fields, texts } = await openFields(serviceId, path, title)
      for (const [index, field] of fields.entries()) assignAndAnnounce(field, texts[index] ?? '')
      await waitFor(async () => expect(await missing(applying, serviceId, texts)).toEqual([]))
    },
  )

  it.each(pages)(
    '%s: the record keeps what the browser fills in silently on %s, from the next click on',
    async (serviceId, path, title) => {
      const { applying, fields, texts } = await openFields(serviceId, path, title)
      for (const [index, field] of fields.entries()) fillSilently(field, texts[index] ?? '')
      await applying.user.click(document.body)
      expect(fields.map(({ value }) => value)).toEqual(texts)
      await waitFor(async () => expect(await missing(applying, serviceId, texts)).toEqual([]))
    },
  )

  it.each(pages)(
    '%s: the fields of %s keep what the browser has filled in when the language changes',
    async (serviceId, path, title) => {
      const { applying, fields, texts } = await openFields(serviceId, path, title)
      await loadInEnglish(applying.queryClient, serviceId, Promise.resolve())
      for (const [index, field] of fields.entries()) fillSilently(field, texts[index] ?? '')
      await applying.user.click(within(screen.getByRole('contentinfo')).getByRole('button', { name: 'English' }))
      await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: title })).toBeNull())
      await waitFor(() => expect(typedFields().map(({ value }) => value)).toEqual(texts))
      await waitFor(async () => expect(await missing(applying, serviceId, texts)).toEqual([]))
    },
  )
})
