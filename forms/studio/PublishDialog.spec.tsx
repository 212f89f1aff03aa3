import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { PreviewForm } from '../preview/preview-library.ts'
import { authorName } from './approval/author-name.ts'
import { connectFakeStudio } from '../testing/fake-studio.ts'
import { StudioPreview } from './StudioPreview.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import type { FormFiles } from '../edit/commands.ts'
import type { PortalState } from '../edit/tenant-files.ts'
import type { ShownHistory } from './studio-host.ts'
import type { Publication } from './shell/studio-controller.ts'
import type { Say } from './studio-texts.ts'
import { renderPart } from '../testing/render-part.tsx'

const say: Say = (key, values) => [key, ...Object.values(values ?? {})].join(' ')
const tenant = { 'tenant.json': '{ "displayName": { "ja": "港町" } }' }
const filesOf: { [state in PortalState]: FormFiles } = {
  open: tenant,
  missing: {},
  off: { ...tenant, 'sandbox.json': '{ "webApplication": false }' },
  suspended: { ...tenant, 'sandbox.json': '{ "state": "SUSPENDED" }' },
}

const form: PreviewForm = {
  name: 'town/dogs/individual',
  formVersion: null,
  shown: 'nothing',
  steps: [],
  samples: [],
  findings: [],
  folder: '/forms/dogs',
}

function openDialog(
  isUndrawn: boolean,
  portal: PortalState = 'open',
  onTenant = () => undefined,
  publication: Publication = { kind: 'asked' },
  onPublish = () => undefined,
  history: Partial<ShownHistory> = {},
  service: object = {},
  published: FormFiles = {},
) {
  const known = {
    kind: 'known',
    state: 'draft',
    needsApproval: false,
    sentences: [],
    plans: [],
    current: null,
  } as const
  connectFakeStudio({
    history: () => Promise.resolve({ ...known, ...history } as ShownHistory),
    publishedTenant: () => Promise.resolve(published),
  })
  renderPart(
    <PublishDialog
      name={form.name}
      files={{ ...filesOf[portal], 'service.json': JSON.stringify(service) }}
      version="0123456789ab"
      onTenant={onTenant}
      errors={0}
      isUndrawn={isUndrawn}
      warnings={0}
      publication={publication}
      language="ja"
      say={say}
      onPublish={onPublish}
      onFindings={() => undefined}
      onClose={() => undefined}
    />,
  )
}

it('offers to publish a form without errors', async () => {
  openDialog(false)
  expect(await screen.findByRole('button', { name: 'publish' })).toBeEnabled()
})

it('asks who publishes, and remembers it', async () => {
  openDialog(false)
  const name = await screen.findByRole('textbox', { name: 'approval.who' })
  fireEvent.change(name, { target: { value: '山田 ' } })
  expect(authorName()).toBe('山田')
})

it('publishes only under a name, and leads to its field', async () => {
  window.localStorage.clear()
  const onPublish = vi.fn(() => undefined)
  openDialog(false, 'open', () => undefined, { kind: 'asked' }, onPublish)
  const name = await screen.findByRole('textbox', { name: 'approval.who' })
  await waitFor(() => expect(name).toHaveFocus())
  fireEvent.change(name, { target: { value: '　 ' } })
  const publish = screen.getByRole('button', { name: 'publish' })
  publish.focus()
  fireEvent.click(publish)
  expect(onPublish).not.toHaveBeenCalled()
  expect(name).toHaveFocus()
  expect(name).toHaveAccessibleDescription(/approval.no-name/)
  fireEvent.change(name, { target: { value: '山田' } })
  expect(name).toBeValid()
  fireEvent.click(publish)
  expect(onPublish).toHaveBeenCalledOnce()
  fireEvent.submit(name)
  expect(onPublish).toHaveBeenCalledTimes(2)
})

it('does not offer to publish a form that the preview cannot show, and says why', async () => {
  const onPublish = vi.fn(() => undefined)
  openDialog(true, 'open', () => undefined, { kind: 'asked' }, onPublish)
  expect(await screen.findByText('publish.undrawn')).toBeVisible()
  fireEvent.submit(screen.getByRole('textbox', { name: 'approval.who' }))
  expect(onPublish).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'publish' })).toBeNull()
})

it('says before a publication that its tenant is not in the portal, and leads to the tenant', async () => {
  const onTenant = vi.fn(() => undefined)
  openDialog(false, 'missing', onTenant)
  expect(await screen.findByText('publish.hidden.missing town')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'publish.toTenant' }))
  expect(onTenant).toHaveBeenCalledOnce()
})

const plan = { version: '0123456789ab', from: '2999-04-01T00:00:00+09:00' }
const other = { ...plan, version: 'other' }
const later = 'publish.later other 2999-04-01 00:00'

it.each<[string, string, Partial<ShownHistory>, object?]>([
  ['a new form', 'publish.new', {}],
  ['a new form that opens later', 'publish.new publish.opens 2999-04-01', {}, { opensOn: '2999-04-01' }],
  ['a new form that was closed', 'publish.new publish.closed 2020-04-01', {}, { closesOn: '2020-04-01' }],
  ['a public form', 'publish.replace', { current: 'other' }],
  ['the public content', 'publish.same', { current: '0123456789ab' }],
  ['a planned form', 'publish.early 2999-04-01 00:00', { plans: [plan] }],
  ['a public form with a plan', `publish.replace ${later}`, { current: 'other', plans: [other] }],
])('says what publishing %s changes for residents', async (_, words, history, service) => {
  openDialog(
    false,
    'open',
    () => undefined,
    { kind: 'asked' },
    () => undefined,
    history,
    service,
  )
  expect(await screen.findByText(words)).toBeVisible()
})

it.each(['off', 'suspended'] as const)('says that residents do not see the form of a tenant that is %s', (state) => {
  openDialog(false, state)
  expect(screen.getByText(`publish.hidden.${state} town`)).toBeVisible()
  expect(screen.queryByText(/publish.new/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'publish.toTenant' })).toBeNull()
})

it('names an address of the portal only if the tenant has one', async () => {
  const publication = { kind: 'done', result: { kind: 'published', version: '0123456789ab' } } as const
  openDialog(false, 'missing', () => undefined, publication)
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('publish.doneHidden'))
  cleanup()
  openDialog(false, 'open', () => undefined, publication)
  expect(await screen.findByRole('status')).toHaveTextContent('publish.done')
})

it('learns from the preview which version it cannot show', () => {
  const undrawn: string[] = []
  connectFakeStudio({})
  renderPart(
    <StudioPreview
      form={form}
      tree={[]}
      selected=""
      showsAbout={false}
      showsFee={false}
      answers="empty"
      say={say}
      onSelect={() => undefined}
      onAnswers={() => undefined}
      onUndrawn={(version) => undrawn.push(version)}
      onPublish={() => undefined}
    />,
  )
  const data = { kind: 'undrawn', formVersion: '0123456789ab' }
  window.dispatchEvent(new MessageEvent('message', { origin: window.location.origin, data }))
  window.dispatchEvent(new MessageEvent('message', { origin: 'https://example.com', data }))
  expect(undrawn).toEqual(['0123456789ab'])
})

it('says what residents get in a tenant that is published from elsewhere, whose files are not here', async () => {
  openDialog(false, 'missing', undefined, undefined, undefined, {}, {}, tenant)
  expect(await screen.findByText('publish.new')).toBeVisible()
  expect(screen.queryByText('publish.hidden.missing town')).toBeNull()
  cleanup()
  openDialog(false, 'missing', undefined, undefined, undefined, {}, {}, filesOf.off)
  expect(await screen.findByText('publish.hidden.off town')).toBeVisible()
})
