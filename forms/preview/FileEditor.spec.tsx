import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FileEditor } from './FileEditor.tsx'
import { useSay } from './preview-texts.ts'
import { connectHost, studioHost } from './studio-host.ts'

let changed: ((names: string[]) => void) | null = null
const host = studioHost()
connectHost({
  ...host,
  onFormsChanged(listener) {
    changed = listener
    return () => undefined
  },
})
afterAll(() => connectHost(host))

const disk = new Map<string, string>()

beforeEach(() => {
  disk.clear()
  for (const name of ['form.json', 'texts.ja.json', 'texts.en.json']) disk.set(`/forms/a/${name}`, `${name}\nline 2`)
  vi.stubGlobal('fetch', async (url: string, init?: { body: string }) => {
    const file = new URL(url, 'http://portal.test').searchParams.get('path') ?? ''
    if (init) disk.set(file, init.body)
    return new Response(disk.get(file) ?? '', { status: disk.has(file) ? 200 : 404 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function Editor({ place = null }: { place?: Parameters<typeof FileEditor>[0]['place'] }) {
  return <FileEditor folder="/forms/a" place={place} say={useSay('ja')} />
}

function text() {
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'ファイルの内容' })
}

async function shows(content: string) {
  await waitFor(() => expect(text()).toHaveValue(content))
}

it('keeps unsaved text when another form changes and when another file is chosen', async () => {
  const user = userEvent.setup()
  render(<Editor />)
  await shows('form.json\nline 2')
  await user.type(text(), ' mine')
  expect(screen.getByRole('status')).toHaveTextContent('保存していない変更があります。')
  await act(async () => changed?.(['tenant/other/individual']))
  await shows('form.json\nline 2 mine')
  await user.selectOptions(screen.getByRole('combobox'), 'texts.ja.json')
  await shows('texts.ja.json\nline 2')
  await user.selectOptions(screen.getByRole('combobox'), 'form.json')
  await shows('form.json\nline 2 mine')
  await user.click(screen.getByRole('button', { name: '保存する' }))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('保存しました。'))
  expect(disk.get('/forms/a/form.json')).toBe('form.json\nline 2 mine')
})

it('reports that the file was changed elsewhere, and reads it again on request', async () => {
  const user = userEvent.setup()
  render(<Editor />)
  await shows('form.json\nline 2')
  await user.type(text(), ' mine')
  disk.set('/forms/a/form.json', 'theirs')
  await act(async () => changed?.(['a']))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('ほかで変更されました'))
  expect(text()).toHaveValue('form.json\nline 2 mine')
  await user.click(screen.getByRole('button', { name: '変更を取り消す' }))
  await shows('theirs')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('shows changes on disk while there is no unsaved text', async () => {
  render(<Editor />)
  await shows('form.json\nline 2')
  disk.set('/forms/a/form.json', 'theirs')
  await act(async () => changed?.(['a']))
  await waitFor(() => expect(text()).toHaveValue('theirs'))
})

it('asks before the page is closed with unsaved text', async () => {
  const user = userEvent.setup()
  render(<Editor />)
  await shows('form.json\nline 2')
  const close = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(close()).toBe(false)
  await user.type(text(), ' mine')
  expect(close()).toBe(true)
})

it('opens a finding at its line', async () => {
  const { rerender } = render(<Editor />)
  await shows('form.json\nline 2')
  rerender(<Editor place={{ file: '/forms/a/texts.en.json', line: 2, column: 3 }} />)
  await shows('texts.en.json\nline 2')
  await waitFor(() => expect(text()).toHaveFocus())
  expect(text().selectionStart).toBe('texts.en.json\nli'.length)
})
