import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { changedTexts } from './hot-texts.ts'

it('every file of texts is replaced in the open page, except the texts of the bundle', () => {
  const files = globSync('locales/{ja,en}/*.json')
  expect(files.length).toBeGreaterThan(20)
  const others = files.filter((file) => changedTexts(`/project/${file}`, 1) === null)
  expect(others.toSorted()).toEqual(['locales/en/fallback.json', 'locales/ja/fallback.json'])
  expect(changedTexts('/project/locales/ja/login.json', 1)).toEqual({
    language: 'ja',
    namespace: 'login',
    url: '/locales/ja/login.json?import&t=1',
  })
})

it('a change of another file is left to Vite', () => {
  expect(changedTexts('/project/src/main.tsx', 1)).toBeNull()
  expect(changedTexts('/project/locales/plain/ja.json', 1)).toBeNull()
})
