import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { PaneEdge } from './PaneEdge.tsx'

function Pane({ side }: { side: 'start' | 'end' }) {
  const [width, setWidth] = useState(300)
  return <PaneEdge side={side} label="edge" width={width} usual={300} onWidth={setWidth} />
}

it.each([
  ['start', 'ArrowRight', 'ArrowLeft'],
  ['end', 'ArrowLeft', 'ArrowRight'],
] as const)('resizes, closes and opens a pane at the %s by keys', (side, wider, narrower) => {
  render(<Pane side={side} />)
  const edge = screen.getByRole('separator', { name: 'edge' })
  const width = (key: string) => {
    fireEvent.keyDown(edge, { key })
    return edge.getAttribute('aria-valuenow')
  }
  expect(width(wider)).toBe('320')
  expect(width(narrower)).toBe('300')
  expect(width('Enter')).toBe('0')
  expect(width('Enter')).toBe('300')
  for (let count = 0; count < 8; count++) fireEvent.keyDown(edge, { key: narrower })
  expect(edge).toHaveAttribute('aria-valuenow', '0')
  expect(width(wider)).toBe('160')
})
