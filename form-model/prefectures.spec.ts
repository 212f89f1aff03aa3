import { expect, it } from 'vitest'
import schema from '../schemas/shared/address.schema.json' with { type: 'json' }
import texts from '../schemas/shared/address.texts.en.json' with { type: 'json' }
import { prefectureName, prefectures } from './prefectures.ts'

it('lists the prefectures of the shared address of the forms, with their English names', () => {
  expect(prefectures).toEqual(schema.properties.prefecture.enum)
  expect(Object.fromEntries(prefectures.map((name) => [name, prefectureName(name, 'en')]))).toEqual(
    texts.fields.prefecture.options,
  )
})

it('shows the stored name in Japanese, and any other text as it is', () => {
  expect(prefectureName('東京都', 'ja')).toBe('東京都')
  expect(prefectureName('東京', 'en')).toBe('東京')
})
