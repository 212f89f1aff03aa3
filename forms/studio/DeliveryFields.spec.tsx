import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { readValue } from '../edit/json-text.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import type { Say } from './studio-texts.ts'
import { renderPart } from '../testing/render-part.tsx'

const say: Say = (key) => key

function show(service: object, form: object = {}) {
  const files: FormFiles = {
    'form.json': JSON.stringify({ steps: [{ id: 'one', schema: { type: 'object', properties: {} } }], ...form }),
    'service.json': JSON.stringify(service),
  }
  const onChange = vi.fn()
  renderPart(<DeliveryFields files={files} tree={treeOf(files)} language="ja" say={say} onChange={onChange} />)
  return { files, onChange }
}

it.each([
  [{}, {}, 'delivery.never'],
  [{ needsShipping: true }, {}, 'delivery.always'],
  [{}, { delivery: { when: { not: {} } } }, 'delivery.unused'],
])('says to whom a service %j with the form %j sends results', (service, form, words) => {
  show(service, form)
  const all = ['delivery.never', 'delivery.always', 'delivery.unused']
  expect(all.filter((text) => screen.queryByText(text) !== null)).toEqual([words])
})

it('switches post on in the description of the service', () => {
  const { files, onChange } = show({})
  fireEvent.click(screen.getByRole('switch', { name: 'service.needsShipping' }))
  const [, command] = onChange.mock.calls[0] as [string, (before: FormFiles) => FormFiles]
  expect(readValue(command(files)['service.json'] ?? '', '/needsShipping')).toBe(true)
})
