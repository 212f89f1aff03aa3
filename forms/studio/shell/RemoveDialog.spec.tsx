import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { setCondition } from '../../edit/question-condition.ts'
import type { FormFiles } from '../../edit/commands.ts'
import type { Use } from '../../edit/uses.ts'
import type { Repair } from '../../edit/without-uses.ts'
import type { Say } from '../studio-texts.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { renderPart } from '../../testing/render-part.tsx'

const say: Say = (key, values = {}) => [key, ...Object.values(values)].join(' ')
const kind = { type: 'string', enum: ['sign', 'awning'] }
const schema = { type: 'object', properties: { kind, signs: { type: 'integer' }, size: { type: 'integer' } } }
const begun: FormFiles = { 'form.json': JSON.stringify({ steps: [{ id: 'a', schema }] }) }
function isKind(...values: string[]) {
  return { join: 'and', parts: [{ path: 'a/kind', is: 'one-of', values }] } as const
}
const files = setCondition(setCondition(begun, 'a/signs', isKind('sign')), 'a/size', isKind('sign', 'awning'))

it('offers for each use what becomes of it, and returns the choices of the author', () => {
  const onRemove = vi.fn<(repairs: [Use, Repair][]) => void>()
  renderPart(
    <RemoveDialog
      files={files}
      removed={{ path: 'a/kind', value: 'sign' }}
      name="看板"
      samples={0}
      label={(path) => path}
      language="ja"
      say={say}
      onClose={() => undefined}
      onRemove={onRemove}
    />,
  )
  const signs = within(screen.getByRole('radiogroup', { name: 'remove.shown a/signs' }))
  expect(signs.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['fix', 'remove', 'keep'])
  // Otherwise everybody would be asked for the number of signs.
  expect(signs.getByRole('radio', { name: 'remove.too' })).toBeChecked()
  const size = within(screen.getByRole('radiogroup', { name: 'remove.shown a/size' }))
  expect(size.getByRole('radio', { name: /^remove\.fix\.condition .*awning/ })).toBeChecked()
  fireEvent.click(size.getByRole('radio', { name: 'remove.later' }))
  fireEvent.click(screen.getByRole('button', { name: 'remove.anyway' }))
  expect(onRemove.mock.calls[0]?.[0]).toEqual([
    [{ kind: 'shown', name: 'a/size' }, 'keep'],
    [{ kind: 'shown', name: 'a/signs' }, 'remove'],
  ])
})
