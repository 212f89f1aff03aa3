import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { FormState } from '../../approval/form-history.ts'
import { connectFakeStudio } from '../../testing/fake-studio.ts'
import type { Published, ShownHistory } from '../studio-host.ts'
import type { Refusal } from '../../approval/form-history.ts'
import type { Say } from '../studio-texts.ts'
import { ApprovalPanel } from './ApprovalPanel.tsx'
import { renderPart } from '../../testing/render-part.tsx'

const say: Say = (key, values = {}) => [key, ...Object.values(values)].join(' ')
const stored = new Map<string, string>()
const sent: unknown[] = []
let history: ShownHistory
let refusal: Refusal | null
let publication: Published

function inState(state: FormState, ...events: string[]): ShownHistory {
  return {
    kind: 'known',
    state,
    needsApproval: true,
    sentences: [`It is in ${state}`, ...events],
    plans: [],
    current: null,
  }
}

beforeEach(() => {
  stored.clear()
  sent.length = 0
  connectFakeStudio({
    history: () => Promise.resolve(history),
    takeStep: (_name, step) => {
      sent.push(step)
      return Promise.resolve(refusal)
    },
    publish: (_name, wish) => {
      sent.push(wish)
      return Promise.resolve(publication)
    },
    changePlan: (_name, change) => {
      sent.push(change)
      return Promise.resolve('changed' as const)
    },
    storage: () => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    }),
  })
})

const saved: string[] = []

function open(errors: number | null = 0) {
  const beforeStep = () => {
    saved.push('saved')
    return Promise.resolve()
  }
  const props = {
    name: 'town/dogs/individual',
    version: '0123456789ab',
    published: 0,
    language: 'ja',
    say,
    beforeStep,
  } as const
  return renderPart(<ApprovalPanel {...props} errors={errors} />)
}

it('asks for a review in the name of the author, which it remembers', async () => {
  history = inState('draft')
  refusal = null
  const { unmount } = open()
  fireEvent.change(await screen.findByRole('textbox', { name: 'approval.who' }), { target: { value: '山田 ' } })
  fireEvent.click(screen.getByRole('button', { name: 'approval.review' }))
  history = inState('review', '2027-03-01 山田')
  expect(await screen.findByText('2027-03-01 山田')).toBeVisible()
  expect(saved).toEqual(['saved'])
  expect(sent).toEqual([{ what: 'review', who: '山田' }])
  expect(screen.getByRole('button', { name: 'approval.approve' })).toBeEnabled()
  unmount()
  open()
  expect(await screen.findByRole('textbox', { name: 'approval.who' })).toHaveValue('山田')
})

it('says why a step is refused', async () => {
  history = inState('review')
  refusal = 'own-review'
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'approval.approve' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('approval.own-review')
})

it('publishes for a later time, and says which version from when', async () => {
  history = inState('approved')
  publication = { kind: 'published', version: '0123456789ab', from: '2027-04-01T00:00:00+09:00' }
  open()
  const publish = await screen.findByRole('button', { name: 'approval.publishLater' })
  fireEvent.click(publish)
  expect(screen.getByRole('alert')).toHaveTextContent('approval.wrong-moment')
  expect(sent).toEqual([])
  fireEvent.change(screen.getByLabelText('approval.from'), { target: { value: '2027-04-01T00:00' } })
  fireEvent.click(publish)
  expect(await screen.findByText('approval.planned 0123456789ab 2027-04-01 00:00')).toBeVisible()
  expect(sent).toEqual([{ who: '', from: '2027-04-01T00:00', until: '' }])
})

it('offers no step while the form has errors, and names a history that cannot be read', async () => {
  history = inState('draft')
  const { unmount } = open(1)
  expect(await screen.findByRole('button', { name: 'approval.review' })).toBeDisabled()
  expect(screen.getByText('approval.errors')).toBeVisible()
  unmount()
  history = { kind: 'unreadable', line: 3 }
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('approval.unreadable 3')
})

it('withdraws a request, and sends it back with a reason', async () => {
  history = inState('review')
  refusal = null
  open()
  fireEvent.change(await screen.findByRole('textbox', { name: 'approval.who' }), { target: { value: '佐藤' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'approval.reason' }), { target: { value: '上限が違います。' } })
  fireEvent.click(screen.getByRole('button', { name: 'approval.reject' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'approval.withdraw' })).toBeEnabled())
  expect(screen.getByRole('textbox', { name: 'approval.reason' })).toHaveValue('')
  fireEvent.click(screen.getByRole('button', { name: 'approval.withdraw' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    { what: 'reject', who: '佐藤', reason: '上限が違います。' },
    { what: 'withdraw', who: '佐藤' },
  ])
})

it('moves and cancels a planned publication', async () => {
  history = { ...inState('published'), plans: [{ version: 'ab', from: '2027-04-01T00:00:00+09:00' }] } as ShownHistory
  open()
  const plan = await screen.findByRole('group', { name: 'plan ab' })
  const from = within(plan).getByLabelText('approval.from')
  expect(from).toHaveValue('2027-04-01T00:00')
  fireEvent.change(from, { target: { value: '2027-05-01T00:00' } })
  fireEvent.click(within(plan).getByRole('button', { name: 'plan.moveOf ab' }))
  expect(await screen.findByText('plan.moved')).toBeVisible()
  fireEvent.click(within(plan).getByRole('button', { name: 'plan.cancelOf ab' }))
  expect(await screen.findByText('plan.cancelled')).toBeVisible()
  const change = { plan: '2027-04-01T00:00:00+09:00', who: '' }
  expect(sent).toEqual([
    { ...change, to: { from: '2027-05-01T00:00', until: '' } },
    { ...change, to: null },
  ])
})

it('says of a first publication for a later time that the form is not in the list before', async () => {
  history = inState('approved')
  publication = { kind: 'published', version: 'ab', isFirst: true, from: '2027-04-01T00:00:00+09:00' }
  open()
  fireEvent.change(await screen.findByLabelText('approval.from'), { target: { value: '2027-04-01T00:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'approval.publishLater' }))
  expect(await screen.findByText('approval.plannedFirst ab 2027-04-01 00:00')).toBeVisible()
})
