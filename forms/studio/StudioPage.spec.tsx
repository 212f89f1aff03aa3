import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { connectFakeStudio } from '../testing/fake-studio.ts'
import type { Created, StudioHost } from './studio-host.ts'
import { dialogEntryLeft } from './shell/dialog-history.ts'
import { StudioPage } from './StudioPage.tsx'
import { renderPart } from '../testing/render-part.tsx'

// Which form is open is in the address.
afterEach(() => window.history.replaceState(null, '', '/'))

const dogs = 'minato-city/dog-licence/individual'
const files = { 'form.json': '{ "engine": 1, "steps": [] }', 'texts.ja.json': '{ "title": "犬の登録" }' }

/** A folder without forms, which the returned function puts one into. */
function openEmptyFolder(given: Partial<StudioHost>) {
  let names: string[] = []
  let report: (names: string[]) => void = () => undefined
  connectFakeStudio({
    names: () => Promise.resolve(names),
    onFormsChanged(listener) {
      report = listener
      return () => undefined
    },
    ...given,
  })
  renderPart(<StudioPage />)
  return () => {
    names = [dogs]
    report(names)
  }
}

it('proposes for a new form the tenant of the form that the author has opened, and none before', async () => {
  const cats = 'sakura-city/cat-licence/individual'
  connectFakeStudio({
    names: () => Promise.resolve([dogs, cats]),
    tenants: () => Promise.resolve(['minato-city', 'sakura-city']),
    titles: () => Promise.resolve({ [cats]: '猫の登録' }),
    templates: () => Promise.resolve([]),
    files: () => Promise.resolve(files),
  })
  renderPart(<StudioPage />)
  const proposed = async () => {
    fireEvent.click(await screen.findByRole('button', { name: '新しいフォーム' }))
    const tenant = await screen.findByRole('combobox', { name: '自治体のid' })
    // The tenants have arrived.
    await act(() => Promise.resolve())
    const { value } = tenant as HTMLInputElement
    fireEvent.keyDown(tenant, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return value
  }
  expect(await proposed()).toBe('')
  fireEvent.click(screen.getByRole('combobox', { name: 'フォーム' }))
  fireEvent.click(await screen.findByRole('option', { name: `猫の登録（${cats}）` }))
  await waitFor(() => expect(window.location.search).toContain('cat-licence'))
  expect(await proposed()).toBe('sakura-city')
  await dialogEntryLeft()
})

it('opens the first form that somebody puts into an empty folder', async () => {
  const add = openEmptyFolder({ files: () => Promise.resolve(files) })
  await screen.findByText('フォームがまだありません。')
  act(add)
  expect(await screen.findByRole('combobox', { name: 'フォーム' })).toHaveValue(`犬の登録（${dogs}）`)
})

it('focuses the selected row of another form, not of the one that the page is loaded with', async () => {
  const cats = 'minato-city/cat-licence/individual'
  const step = (id: string) => `{ "engine": 1, "steps": [{ "id": "${id}", "schema": { "type": "object" } }] }`
  connectFakeStudio({
    names: () => Promise.resolve([dogs, cats]),
    titles: () => Promise.resolve({ [cats]: '猫の登録' }),
    files: (name) => Promise.resolve({ ...files, 'form.json': step(name === dogs ? 'dogs' : 'cats') }),
  })
  renderPart(<StudioPage />)
  const forms = await screen.findByRole('combobox', { name: 'フォーム' })
  expect(document.body).toHaveFocus()
  act(() => forms.focus())
  fireEvent.click(await screen.findByRole('option', { name: `猫の登録（${cats}）` }))
  expect(await screen.findByRole('treeitem', { name: 'cats' })).toHaveFocus()
})

it('opens the dialog to publish by one key from anywhere, and not while a text is composed or a dialog is open', async () => {
  const add = openEmptyFolder({ files: () => Promise.resolve(files) })
  await screen.findByText('フォームがまだありません。')
  act(add)
  const forms = await screen.findByRole('combobox', { name: 'フォーム' })
  expect(screen.getByRole('button', { name: '公開' })).toHaveAttribute('aria-keyshortcuts', 'Control+Enter')
  const key = { key: 'Enter', ctrlKey: true }
  fireEvent.keyDown(forms, { ...key, isComposing: true })
  fireEvent.keyDown(forms, { ...key, shiftKey: true })
  fireEvent.click(screen.getByRole('button', { name: '新しいフォーム' }))
  fireEvent.keyDown(await screen.findByRole('dialog', { name: '新しいフォーム' }), key)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('dialog', { name: 'このフォームを公開' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(forms, key)
  expect(await screen.findByRole('dialog', { name: 'このフォームを公開' })).toBeVisible()
})

it('keeps the dialog of a new form, and says there why the form could not be opened', async () => {
  const created = Promise.withResolvers<Created>()
  const add = openEmptyFolder({
    templates: () => Promise.resolve([{ template: 'dogs', title: '犬の登録', isComplete: true }]),
    create: () => created.promise,
  })
  fireEvent.click(await screen.findByRole('button', { name: '新しいフォーム' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'ひな型' }))
  fireEvent.click(await screen.findByRole('option', { name: '犬の登録' }))
  fireEvent.change(screen.getByRole('combobox', { name: '自治体のid' }), { target: { value: 'minato-city' } })
  fireEvent.click(screen.getByRole('button', { name: '作る' }))
  // The folder changes before the answer arrives.
  act(add)
  created.reject(new Error('no answer'))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'ひな型' })).toHaveValue('犬の登録')
})

it('leads from a tenant without a form to its first form, and to its name and look', async () => {
  const texts = { 'tenant.json': '{ "displayName": { "ja": "さくら市" }, "locales": ["ja"] }' }
  const saved: string[] = []
  connectFakeStudio({
    names: () => Promise.resolve([dogs]),
    tenants: () => Promise.resolve(['minato-city', 'sakura-city']),
    titles: () => Promise.resolve({ 'sakura-city': 'さくら市' }),
    templates: () => Promise.resolve([]),
    files: (name) => Promise.resolve(name === dogs ? files : texts),
    save: (name, { after }) => {
      saved.push(name)
      return Promise.resolve({ kind: 'saved', files: { ...texts, ...after } as typeof texts })
    },
  })
  renderPart(<StudioPage />)
  fireEvent.click(await screen.findByRole('combobox', { name: 'フォーム' }))
  fireEvent.click(await screen.findByRole('option', { name: 'さくら市（sakura-city）：フォームなし' }))
  expect(await screen.findByRole('heading', { name: 'さくら市のフォームは、まだありません' })).toBeVisible()
  fireEvent.change(screen.getByRole('textbox', { name: '事業者の名前' }), { target: { value: 'さくら' } })
  expect(await screen.findByRole('heading', { name: 'さくらのフォームは、まだありません' })).toBeVisible()
  await waitFor(() => expect(saved).toEqual(['sakura-city']))
  fireEvent.click(screen.getByRole('button', { name: '最初のフォームを作る' }))
  expect(await screen.findByRole('combobox', { name: '自治体のid' })).toHaveValue('sakura-city')
})
