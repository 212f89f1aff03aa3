import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { connectFakeStudio } from '../testing/fake-studio.ts'
import { NewFormDialog } from './NewFormDialog.tsx'
import type { StudioHost } from './studio-host.ts'
import type { Say } from './studio-texts.ts'
import { renderPart } from '../testing/render-part.tsx'

const say: Say = (key, values) => [key, ...Object.values(values ?? {})].join(' ')
const templates = [{ template: 'dog-registration', title: '犬の登録', isComplete: true }]

function openDialog(given: Partial<StudioHost> = {}) {
  connectFakeStudio({
    tenants: () => Promise.resolve(['minato-city']),
    templates: () => Promise.resolve(templates),
    ...given,
  })
  const onCreated = vi.fn<(name: string) => void>()
  renderPart(<NewFormDialog say={say} language="ja" onClose={() => undefined} onCreated={onCreated} />)
  return onCreated
}

async function chooseTemplate(name = '犬の登録') {
  fireEvent.click(screen.getByRole('combobox', { name: 'new.template' }))
  fireEvent.click(await screen.findByRole('option', { name }))
}

it('creates a form from ids in full-width letters, and shows them in half-width ones', async () => {
  const requests: unknown[] = []
  const onCreated = openDialog({
    create(wanted) {
      requests.push(wanted)
      return Promise.resolve({ kind: 'created', name: 'a/b/individual' })
    },
  })
  await chooseTemplate()
  const [tenant, service] = [
    screen.getByRole('combobox', { name: 'new.tenant' }),
    screen.getByRole('textbox', { name: 'new.service' }),
  ]
  fireEvent.change(tenant, { target: { value: 'ｓａｋｕｒａーｃｉｔｙ' } })
  fireEvent.blur(tenant)
  expect(tenant).toHaveValue('sakura-city')
  fireEvent.change(service, { target: { value: 'ａｂｃ１' } })
  fireEvent.compositionEnd(service)
  expect(service).toHaveValue('abc1')
  fireEvent.change(service, { target: { value: 'ａｂｃ２' } })
  fireEvent.click(screen.getByRole('button', { name: 'new.create' }))
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith('a/b/individual'))
  expect(requests).toMatchObject([{ tenant: 'sakura-city', service: 'abc2' }])
})

it('sends the names in each language, and the type of the template for corporations', async () => {
  const create = vi.fn(() => Promise.resolve({ kind: 'created' as const, name: 'minato-city/permit/corporate' }))
  const blank = { template: 'corporate', title: '新しい申請（法人）', isComplete: false }
  openDialog({ templates: () => Promise.resolve([...templates, blank]), create })
  fireEvent.click(screen.getByRole('combobox', { name: 'new.template' }))
  await screen.findByRole('option', { name: '犬の登録' })
  const offered = screen.getAllByRole('option').filter((option) => !(option instanceof HTMLOptionElement))
  expect(offered.map(({ textContent }) => textContent)).toEqual(['new.blank 新しい申請（法人）', '犬の登録'])
  fireEvent.click(screen.getByRole('option', { name: 'new.blank 新しい申請（法人）' }))
  expect(screen.getByRole('combobox', { name: 'new.type' })).toHaveValue('corporate')
  const write = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  write('new.title', ' 道路の占用 ')
  write('inLanguage new.title texts.en', 'Use of roads')
  write('new.summary', '道路を使う許可です。')
  write('new.service', 'permit')
  fireEvent.click(screen.getByRole('button', { name: 'new.create' }))
  await waitFor(() =>
    expect(create).toHaveBeenCalledWith({
      tenant: 'minato-city',
      service: 'permit',
      type: 'corporate',
      template: 'corporate',
      title: { ja: '道路の占用', en: 'Use of roads' },
      summary: { ja: '道路を使う許可です。' },
    }),
  )
})

it('selects the proposed id of the municipality on focus, and shows an example of such an id', async () => {
  openDialog()
  const tenant = screen.getByRole<HTMLInputElement>('combobox', { name: 'new.tenant' })
  await waitFor(() => expect(tenant).toHaveValue('minato-city'))
  act(() => tenant.focus())
  expect([tenant.selectionStart, tenant.selectionEnd]).toEqual([0, 'minato-city'.length])
  expect(tenant).toHaveAccessibleDescription('new.tenantHelp')
  fireEvent.click(screen.getByRole('combobox', { name: 'new.template' }))
  await screen.findByRole('option', { name: '犬の登録' })
})

it('says which field keeps a form from being created', async () => {
  openDialog({
    templates: () => Promise.resolve([{ template: 'individual', title: '新しい申請', isComplete: false }]),
  })
  const create = () => fireEvent.click(screen.getByRole('button', { name: 'new.create' }))
  create()
  expect(screen.getByRole('alert')).toHaveTextContent('new.noTemplate')
  await chooseTemplate('new.blank 新しい申請')
  create()
  expect(screen.getByRole('alert')).toHaveTextContent('new.noTitle')
  fireEvent.change(screen.getByRole('textbox', { name: 'new.title' }), { target: { value: '犬の登録' } })
  create()
  expect(screen.getByRole('alert')).toHaveTextContent('new.noService')
  fireEvent.change(screen.getByRole('combobox', { name: 'new.tenant' }), { target: { value: '' } })
  create()
  expect(screen.getByRole('alert')).toHaveTextContent('new.noTenant')
  fireEvent.change(screen.getByRole('combobox', { name: 'new.tenant' }), { target: { value: 'minato-city' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'new.service' }), { target: { value: 'ペット' } })
  create()
  expect(screen.getByRole('alert')).toHaveTextContent('new.wrongId new.service')
})

it('removes the reason why no form was created once the author corrects something', async () => {
  openDialog({ tenants: () => Promise.resolve([]) })
  fireEvent.click(screen.getByRole('button', { name: 'new.create' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  fireEvent.change(screen.getByRole('textbox', { name: 'new.service' }), { target: { value: 'dogs' } })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('offers to open the form that has the name already, until another name is wanted', async () => {
  const name = 'minato-city/dog-registration/individual'
  const create = vi.fn<StudioHost['create']>(() => Promise.resolve({ kind: 'exists', name }))
  const onCreated = openDialog({ create })
  await chooseTemplate()
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'new.create' }))
  submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('new.exists')
  fireEvent.change(screen.getByRole('textbox', { name: 'new.service' }), { target: { value: 'dogs' } })
  expect(screen.queryByRole('button', { name: 'new.openExisting' })).toBeNull()
  create.mockResolvedValueOnce({ kind: 'published', name, types: ['corporate'] })
  submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('new.published')
  expect(screen.queryByRole('button', { name: 'new.openExisting' })).toBeNull()
  submit()
  fireEvent.click(await screen.findByRole('button', { name: 'new.openExisting' }))
  expect(onCreated).toHaveBeenCalledWith(name)
})

it('offers to make a published form again, and then to remove the files at its place', async () => {
  const name = 'minato-city/dogs/individual'
  const create = vi.fn<StudioHost['create']>()
  const onCreated = openDialog({ create })
  await chooseTemplate()
  fireEvent.change(screen.getByRole('textbox', { name: 'new.service' }), { target: { value: 'dogs' } })
  const answers = [
    { kind: 'published' as const, name, types: ['individual', 'corporate'] },
    { kind: 'leftover' as const, name, files: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((file) => `${file}.json`) },
    { kind: 'created' as const, name },
  ]
  for (const answer of answers) create.mockResolvedValueOnce(answer)
  fireEvent.click(screen.getByRole('button', { name: 'new.create' }))
  fireEvent.click(await screen.findByRole('button', { name: 'new.restore new.type.individual' }))
  const remove = await screen.findByRole('button', { name: 'new.removeLeftover' })
  const files = ['a.json', 'b.json', 'c.json', 'd.json', 'e.jsonnew.moreFiles 2']
  expect(screen.getByRole('alert')).toHaveTextContent(`new.leftover 7 ${files.join('list.comma')}`)
  fireEvent.click(remove)
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(name))
  const wanted = { tenant: 'minato-city', service: 'dogs', type: 'individual' }
  expect(create.mock.calls.map(([request]) => request)).toMatchObject([
    { ...wanted, template: 'dog-registration' },
    { ...wanted, template: 'published' },
    { ...wanted, template: 'published', removesLeftover: true },
  ])
})

it('imports the schema of another body, and says all that it changed before it opens the form', async () => {
  const name = 'minato-city/tree-permit/individual'
  const notes = Array.from({ length: 50 }, (_, index) => ({ at: `質問${index}`, sentences: ['変更：上限'] }))
  const importForm = vi.fn<StudioHost['importForm']>(() =>
    Promise.resolve({ kind: 'imported', name, kept: 0, changed: 50, errors: ['種類がありません。'], notes }),
  )
  const onCreated = openDialog({ importForm })
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'new.tenant' })).toHaveValue('minato-city'))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for a file')
  const choose = (...files: File[]) => fireEvent.change(input, { target: { files } })
  // 0xBF 0xBD is no character in UTF-8, which only the import may say.
  const file = new File(['{ "$ref": "./tree.json#/a" }', new Uint8Array([0xbf, 0xbd])], 'Tree_Permit.schema.json')
  const tree = new File(['{ "a": {} }'], 'tree.json')
  choose(file, tree, new File(['{}'], 'other.json'))
  expect(await screen.findByRole('alert')).toHaveTextContent('new.importOne')
  choose(tree, file)
  expect(await screen.findByText('new.importing Tree_Permit.schema.jsonlist.commatree.json')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'new.title' })).toBeNull()
  expect(screen.getByRole('textbox', { name: 'new.service' })).toHaveValue('tree-permit')
  importForm.mockResolvedValueOnce({ kind: 'refused', notes: [{ at: 'line 1', sentences: ['missing'] }] })
  const create = () => fireEvent.click(screen.getByRole('button', { name: 'new.create' }))
  create()
  expect(await screen.findByRole('alert')).toHaveTextContent('new.importRefused line 1 missing')
  create()
  const open = await screen.findByRole('button', { name: 'import.open' })
  expect(screen.getByText('import.counts 50 0 50')).toBeVisible()
  expect(screen.getByText('import.errors')).toBeVisible()
  expect(screen.getByText('種類がありません。')).toBeVisible()
  expect(screen.getAllByText('変更：上限')).toHaveLength(50)
  expect(open).toHaveFocus()
  const saved: (Blob | MediaSource)[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    saved.push(given)
    return '#saved'
  })
  fireEvent.click(screen.getByRole('button', { name: 'import.save' }))
  const [report] = saved
  expect(report instanceof Blob && (await report.text())).toContain('質問49\n  変更：上限')
  fireEvent.click(open)
  expect(onCreated).toHaveBeenCalledWith(name)
  const [wanted, language] = importForm.mock.calls[1] ?? []
  expect([wanted, language]).toMatchObject([
    { tenant: 'minato-city', service: 'tree-permit', type: 'individual' },
    'ja',
  ])
  expect(wanted?.file.name).toBe('Tree_Permit.schema.json')
  expect([...(wanted?.file.bytes.slice(-2) ?? [])]).toEqual([0xbf, 0xbd])
  expect(wanted?.others.map(({ name: other }) => other)).toEqual(['tree.json'])
})

it('asks for the municipality if there are several and none is open', async () => {
  const tenants = vi.fn(() => Promise.resolve(['minato-city', 'sakura-city']))
  openDialog({ tenants })
  await waitFor(() => expect(tenants).toHaveBeenCalled())
  await chooseTemplate()
  fireEvent.click(screen.getByRole('button', { name: 'new.create' }))
  expect(screen.getByRole('alert')).toHaveTextContent('new.noTenant')
})

it('tells of a failure in words, not with what the program has thrown', async () => {
  openDialog({ create: () => Promise.reject(new Error('Error: EIO\n    at write (fs.js:1:1)')) })
  await chooseTemplate()
  fireEvent.click(screen.getByRole('button', { name: 'new.create' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('new.failed'))
})
