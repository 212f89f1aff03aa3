import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { FormFiles } from '../../edit/commands.ts'
import { readValue } from '../../edit/json-text.ts'
import { newTenantFiles } from '../../edit/tenant-files.ts'
import { connectFakeStudio } from '../../testing/fake-studio.ts'
import type { Say } from '../studio-texts.ts'
import { TenantPanel } from './TenantPanel.tsx'
import { renderEdited } from '../../testing/render-part.tsx'

const say: Say = (key, values) => [key, ...Object.values(values ?? {})].join(' ')

function shown(start: FormFiles) {
  const refused = vi.fn<(reason: string) => void>()
  const { files, titles } = renderEdited(start, (now, onChange) => (
    <TenantPanel tenantId="sakura-city" files={now} language="ja" say={say} onChange={onChange} onRefuse={refused} />
  ))
  const read = (pointer: string) => readValue(files()['tenant.json'] ?? '{}', pointer)
  return { titles, refused, read, files }
}

connectFakeStudio({})

const sakura = newTenantFiles('sakura-city', 'さくら市')

function write(name: string, value: string) {
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
}

it('says that a tenant is not in the portal, and adds it without its settings for forms being lost', async () => {
  const { read, files } = shown({ 'form.json': '{}', 'tenant.json': '{ "locales": ["ja"], "needsApproval": true }' })
  expect(await screen.findByText('tenant.missing sakura-city')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'tenant.add' }))
  expect(read('')).toMatchObject({ displayName: { ja: 'sakura-city' }, locales: ['ja'], needsApproval: true })
  expect(files()['sandbox.json']).toContain('hanako@example.jp')
  expect(screen.getByLabelText('tenant.name')).toHaveValue('sakura-city')
})

it('copies a tenant that is published from elsewhere, which new files would replace', async () => {
  const published = { ...sakura, 'tenant.json': sakura['tenant.json']?.replace('#1B4F9C', '#C2185B') ?? '' }
  connectFakeStudio({ publishedTenant: () => Promise.resolve(published) })
  const { read, files, titles } = shown({ 'form.json': '{}', 'tenant.json': '{ "needsApproval": true }' })
  expect(await screen.findByText('tenant.elsewhere sakura-city')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'tenant.take' }))
  expect(read('')).toMatchObject({ displayName: { ja: 'さくら市' }, primaryColor: '#C2185B', needsApproval: true })
  expect(files()['sandbox.json']).toBe(sakura['sandbox.json'])
  expect(titles).toEqual(['tenant.taken sakura-city'])
  connectFakeStudio({})
})

it('names the pair of colours that is hard to read while the colour is typed', () => {
  const { read } = shown(sakura)
  write('tenant.colorCode', '#FFD43D')
  const name = 'tenant.warnings tenant.color'
  const warnings = screen.getByRole('list', { name })
  expect(warnings).toHaveTextContent('#ffd43d / #ffffff 1.4:1, #ffd43d / #f2ebd5 1.1:1, #ffffff / #ffd43d 1.4:1')
  write('tenant.colorCode', '#C2185B')
  expect(screen.queryByRole('list', { name })).toBeNull()
  expect(read('/primaryColor')).toBe('#C2185B')
  write('tenant.colorCode', 'red')
  expect(screen.getByLabelText('tenant.colorCode')).toHaveAccessibleDescription(/#RRGGBB/)
})

it('removes an emptied value with the group around it, and keeps the place of the name', () => {
  const { read, titles } = shown(sakura)
  write('tenant.terms', 'https://example.jp/terms')
  expect(read('/links')).toEqual({ terms: 'https://example.jp/terms' })
  write('tenant.terms', '')
  expect(read('/links')).toBeUndefined()
  write('tenant.name', '')
  expect(read('/displayName')).toEqual({ ja: '' })
  expect(screen.getByLabelText('tenant.name')).toHaveAccessibleDescription('service.empty')
  expect(titles).toEqual(['tenant.changed tenant.terms', 'tenant.changed tenant.terms', 'tenant.changed tenant.name'])
})

it('explains at its field what is wrong with a value', () => {
  shown(sakura)
  write('tenant.privacy', 'http://example.jp')
  expect(screen.getByLabelText('tenant.privacy')).toHaveAccessibleDescription(/https:\/\/ で始まるアドレス/)
  write('tenant.phone', '03-1234')
  expect(screen.getByLabelText('tenant.phone')).toHaveAccessibleDescription(/ハイフンのない電話番号/)
})

it('takes an image as the logo in place of another, shows it, and removes it', async () => {
  const { read, files } = shown({ ...sakura, 'logo.svg': '<svg viewBox="0 0 1 1"/>' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no input for a file')
  fireEvent.change(input, {
    target: { files: [new File([new Uint8Array([0x89, 0x50])], 'a.png', { type: 'image/png' })] },
  })
  await waitFor(() => expect(read('/logo')).toBe('logo.png'))
  expect([files()['logo.png'], files()['logo.svg']]).toEqual(['iVA=', undefined])
  expect(screen.getByRole('img', { name: 'tenant.logo.now' })).toHaveAttribute('src', 'data:image/png;base64,iVA=')
  expect(screen.getByRole('alert')).toHaveTextContent('PNGではありません')
  fireEvent.click(screen.getByRole('button', { name: 'tenant.logo.remove' }))
  expect([read('/logo'), files()['logo.png']]).toEqual([undefined, undefined])
})

it('refuses a file that is far too large without changing anything', async () => {
  const { refused, titles } = shown(sakura)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const file = new File([new Uint8Array(2_000_000)], 'a.png', { type: 'image/png' })
  if (input) fireEvent.change(input, { target: { files: [file] } })
  await waitFor(() => expect(refused).toHaveBeenCalledWith('tenant.logo.tooLarge 100'))
  expect(titles).toEqual([])
})

it('sets languages, hours and switches', () => {
  const { read } = shown(sakura)
  expect(read('/locales')).toEqual(['ja', 'ja-simple', 'en'])
  fireEvent.click(screen.getByLabelText('texts.ja-simple'))
  expect(read('/locales')).toEqual(['ja', 'en'])
  fireEvent.click(screen.getByLabelText('texts.ja-simple'))
  expect(read('/locales')).toEqual(['ja', 'ja-simple', 'en'])
  write('tenant.days', 'working-days')
  expect(read('/contact/openingHours')).toEqual({ days: 'working-days', from: '08:30', to: '17:15' })
  write('tenant.days', '')
  expect(read('/contact')).toBeUndefined()
  fireEvent.click(screen.getByLabelText('tenant.needsApproval'))
  expect(read('/needsApproval')).toBe(true)
})

describe("the tenant's own texts", () => {
  const key = 'login.login.lead'
  const lead = '登録したメールアドレスとパスワードを入力してください。'

  it('finds a text by a part that residents see, and replaces it in each language of the tenant', async () => {
    const { read, titles } = shown(sakura)
    fireEvent.change(await screen.findByLabelText('tenant.textSearch'), {
      target: { value: 'アドレスとパスワードを入力' },
    })
    fireEvent.click(screen.getByRole('button', { name: `tenant.textReplace ${lead}` }))
    expect(read('/texts')).toEqual({ ja: { [key]: lead } })
    write('inLanguage tenant.ownText texts.ja', 'さくら市のページです。')
    write('inLanguage tenant.ownText texts.en', 'The page of Sakura City.')
    expect(read('/texts')).toEqual({
      ja: { [key]: 'さくら市のページです。' },
      en: { [key]: 'The page of Sakura City.' },
    })
    expect(titles.at(-1)).toBe('tenant.changed tenant.texts')
  })

  it('shows the original beside the text, says why a text is not shown, and returns to the original', async () => {
    const { read } = shown(sakura)
    fireEvent.change(await screen.findByLabelText('tenant.textSearch'), { target: { value: lead } })
    fireEvent.click(screen.getByRole('button', { name: `tenant.textReplace ${lead}` }))
    const own = screen.getByLabelText('inLanguage tenant.ownText texts.ja')
    expect(own).toHaveAccessibleDescription(lead)
    write('inLanguage tenant.ownText texts.ja', '{{city}}のページです。')
    expect(own).toHaveAccessibleDescription(/「city」という差し込み/)
    write('inLanguage tenant.ownText texts.en', 'a')
    fireEvent.click(screen.getByRole('button', { name: 'tenant.textBack' }))
    expect(read('/texts')).toBeUndefined()
    expect(screen.queryByLabelText('inLanguage tenant.ownText texts.ja')).toBeNull()
  })

  it('says how many texts are found, and shows those that fit', async () => {
    shown(sakura)
    fireEvent.change(await screen.findByLabelText('tenant.textSearch'), { target: { value: '入力' } })
    expect(screen.getByText(/^tenant\.textsFound \d{2,}$/)).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^tenant\.textReplace/ })).toHaveLength(8)
  })

  it('offers to remove a text that the portal does not have', async () => {
    const texts = JSON.stringify({
      displayName: { ja: 'さくら市' },
      locales: ['ja'],
      texts: { ja: { 'login.gone': 'x' } },
    })
    const { read } = shown({ ...sakura, 'tenant.json': texts })
    expect(await screen.findByLabelText('inLanguage tenant.ownText texts.ja')).toHaveAccessibleDescription(
      /login\.gone/,
    )
    fireEvent.click(screen.getByRole('button', { name: 'tenant.textBack' }))
    expect(read('/texts')).toBeUndefined()
  })
})
