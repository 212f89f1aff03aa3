import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, expect, it } from 'vitest'
import { connectHost, studioHost } from '../preview/studio-host.ts'
import type { HostAnswer } from '../preview/studio-host.ts'
import { StudioPage } from './StudioPage.tsx'

const server = studioHost()
afterAll(() => connectHost(server))

const dogs = 'minato-city/dog-licence/individual'
const files = { 'form.json': '{ "engine": 1, "steps": [] }', 'texts.ja.json': '{ "title": "犬の登録" }' }

/** A folder without forms, which `add` puts one into. */
function openEmptyFolder(answers: { [address: string]: HostAnswer | Promise<HostAnswer> }) {
  let names: string[] = []
  let report: (names: string[]) => void = () => undefined
  connectHost({
    request: (_method, address) => {
      if (address === 'forms') return Promise.resolve({ status: 200, body: names })
      const known = Object.entries(answers).find(([beginning]) => address.startsWith(beginning))
      return Promise.resolve(known?.[1] ?? { status: 404, body: {} })
    },
    onFormsChanged(listener) {
      report = listener
      return () => undefined
    },
    pageAddress: () => 'about:blank',
    built: '/built',
    storage: () => window.localStorage,
  })
  render(
    <MantineProvider env="test">
      <StudioPage />
    </MantineProvider>,
  )
  return () => {
    names = [dogs]
    report(names)
  }
}

const dogForm = { status: 200, body: { name: dogs, folder: '/forms/dogs', files } }

it('opens the first form that somebody puts into an empty folder', async () => {
  const add = openEmptyFolder({ 'studio/form?': dogForm, 'studio/names?': { status: 200, body: [] } })
  await screen.findByText('フォームがまだありません。')
  act(add)
  expect(await screen.findByRole('combobox', { name: 'フォーム' })).toHaveValue(`犬の登録（${dogs}）`)
})

it('keeps the dialog of a new form, and says there why the form could not be opened', async () => {
  const created = Promise.withResolvers<HostAnswer>()
  const add = openEmptyFolder({
    'studio/templates': { status: 200, body: [{ template: 'dogs', title: '犬の登録', isComplete: true }] },
    'studio/new': created.promise,
  })
  fireEvent.click(await screen.findByRole('button', { name: '新しいフォーム' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'ひな型' }))
  fireEvent.click(await screen.findByRole('option', { name: '犬の登録' }))
  fireEvent.change(screen.getByRole('combobox', { name: '自治体のid' }), { target: { value: 'minato-city' } })
  fireEvent.click(screen.getByRole('button', { name: '作る' }))
  // The folder changes before the answer arrives.
  act(add)
  created.resolve({ status: 500, body: {} })
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'ひな型' })).toHaveValue('犬の登録')
})
