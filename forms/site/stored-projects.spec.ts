import 'fake-indexeddb/auto'
import { expect, it, onTestFinished, vi } from 'vitest'
import { addProject, browserFiles, projectWith, storedTitles } from './stored-projects.ts'

const form = '/forms/town/dog/individual'

function text(content: string): Uint8Array {
  return new TextEncoder().encode(content)
}

it('finds the project that has a form, the last saved one if several have it', async () => {
  // Both saves can be in one millisecond of the real clock.
  let now = Date.parse('2026-11-25T00:00:00Z')
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 1))
  onTestFinished(() => clock.mockRestore())
  const files = new Map([[`${form}/form.json`, text('{}')]])
  const older = await addProject({ name: 'older' }, files)
  const newer = await addProject({ name: 'newer' }, files)
  await browserFiles(newer.id).push(new Map([[`${form}/form.json`, text('{ }')]]))
  expect(await projectWith(`${form}/form.json`)).toMatchObject({ id: newer.id })
  await browserFiles(newer.id).push(new Map([[`${form}/form.json`, null]]))
  expect(await projectWith(`${form}/form.json`)).toMatchObject({ id: older.id })
  expect(await projectWith('/forms/town/cat/individual/form.json')).toBeNull()
})

it('knows the titles of the forms of a project, without those that cannot be read', async () => {
  const project = await addProject(
    { name: '' },
    new Map([
      ['/forms/town/cat/individual/texts.ja.json', text('{ "title": "猫の登録" }')],
      [`${form}/texts.ja.json`, text('{ "title": "犬の登録" }')],
      [`${form}/texts.en.json`, text('{ "title": "Dogs" }')],
      ['/forms/town/bird/individual/texts.ja.json', text('{ "title": ')],
    ]),
  )
  expect(await storedTitles(project.id)).toEqual(['猫の登録', '犬の登録'])
})
