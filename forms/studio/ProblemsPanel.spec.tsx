import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ProblemsPanel } from './ProblemsPanel.tsx'
import type { Finding } from './ProblemsPanel.tsx'
import { renderPart } from '../testing/render-part.tsx'

const nothing = vi.fn<() => void>()

function show(findings: readonly Finding[] | null) {
  renderPart(
    <ProblemsPanel
      folder="forms/dog"
      findings={findings}
      say={(key, values = {}) => [key, ...Object.values(values)].join(' ')}
      placeOf={({ pointer }) => (pointer === '' ? null : `at ${pointer}`)}
      onSelect={nothing}
      onJson={nothing}
      onFix={nothing}
      onMakeSamples={nothing}
    />,
  )
}

it('says that the form is being checked before it claims that there are no findings', () => {
  show(null)
  expect(screen.getByRole('status')).toHaveTextContent('checking')
  expect(screen.queryByText('problems.none')).toBeNull()
})

it('says that a checked form has no findings', () => {
  show([])
  expect(screen.getByText('problems.none')).toBeVisible()
})

it('says that there are no errors if only errors are shown and the form has none', () => {
  const place = { file: 'forms/dog/form.json', line: 1, column: 1, pointer: '/steps' }
  show([{ rule: 'no-example', severity: 'warning', message: '', words: 'An example is missing', ...place }])
  expect(screen.queryByText('problems.noErrors')).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'problems.errorsOnly' }))
  expect(screen.getByText('problems.noErrors')).toBeVisible()
})

it('names the question that a finding is about', () => {
  const rest = { rule: 'no-example', severity: 'warning', message: '', line: 1, column: 1 } as const
  const file = 'forms/dog/form.json'
  show([
    { ...rest, file, words: 'An example is missing', pointer: '/steps/0' },
    { ...rest, file, words: 'The form is large', pointer: '' },
  ])
  const [first, second] = screen.getAllByRole('row')
  expect(first).toHaveTextContent('problem.at at /steps/0An example is missing')
  expect(second).not.toHaveTextContent('problem.at')
})

it('names a fix by the first sentence of its finding, which undo shows', () => {
  nothing.mockClear()
  const place = { file: 'forms/dog/form.json', line: 1, column: 1, pointer: '/steps/0/schema/properties/a' }
  const words = 'この質問には、文字数の上限がありません。「直す」を押すと、200文字までにします。'
  show([{ rule: 'no-max-length', severity: 'warning', message: '', words, ...place }])
  fireEvent.click(screen.getByRole('button', { name: 'fix' }))
  expect(nothing).toHaveBeenCalledWith('fixed この質問には、文字数の上限がありません。', expect.any(Function))
})
