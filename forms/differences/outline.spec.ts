import { expect, it } from 'vitest'
import { differencesOf } from './change-sentences.ts'
import type { FormVersion } from './form-version.ts'
import { outlineOf } from './outline.ts'

const yesNo = { type: 'boolean' }
const isYes = { properties: { asked: { const: true } }, required: ['asked'] }

function versionOf(rules: object): FormVersion {
  const schema = { type: 'object', properties: { asked: yesNo, other: yesNo }, ...rules }
  const fields = { 'a/asked': { label: '甲' }, 'a/other': { label: '乙' } }
  return {
    form: { steps: [{ id: 'a', schema }] },
    texts: { ja: { title: '例', steps: { a: { title: '一' } }, fields } },
    conditions: {},
    unreadable: null,
  }
}

function other(rules: object) {
  const row = outlineOf(versionOf(rules), 'ja').steps[0]?.rows[1]
  return [row?.required, row?.conditions]
}

it('prints when a branch requires a question that is always asked', () => {
  expect(other({ if: isYes, then: { required: ['other'] } })).toEqual([false, ['「甲」が「はい」であるときは必須']])
  expect(other({ dependencies: { asked: { required: ['other'] } } })).toEqual([false, ['「甲」に回答があるときは必須']])
  expect(other({ allOf: [{ required: ['other'] }] })).toEqual([true, []])
  expect(other({})).toEqual([false, []])
})

it('names the question that another branch requires now', () => {
  const changes = differencesOf(versionOf({}), versionOf({ if: isYes, then: { required: ['other'] } }), 'ja')
  expect(changes.map(({ path, text }) => [path, text])).toContainEqual([
    'a/other',
    '「乙」が必須になる条件を変えました：なし → 「甲」が「はい」であるとき。',
  ])
})
