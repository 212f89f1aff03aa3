import { describe, expect, it, vi } from 'vitest'
import { PendingInputs } from './step-engine.ts'

describe('pending inputs', () => {
  it('a pending input keeps its typed value until the form has reported a change after the commit', () => {
    const inputs = new PendingInputs()
    inputs.type('/a/name', '港', vi.fn<() => void>())
    expect(inputs.valueAt('/a/name', () => 'old')).toBe('港')
    inputs.formChanged()
    expect(inputs.valueAt('/a/name', () => 'old')).toBe('港')
    inputs.clearPending('/a/name')
    expect(inputs.valueAt('/a/name', () => 'old')).toBe('港')
    inputs.formChanged()
    expect(inputs.valueAt('/a/name', () => 'of the form')).toBe('of the form')
    expect(inputs.isEmpty).toBe(true)
  })

  it('the last commit function of a field commits its pending input once', () => {
    const inputs = new PendingInputs()
    const [first, last, other] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
    inputs.type('/a/name', '港', first)
    inputs.type('/a/name', '港区', last)
    inputs.type('/a/town', '芝', other)
    inputs.clearPending('/a/town')
    inputs.commitAll()
    inputs.commitAll()
    expect([first, last, other].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
    expect(inputs.isPending('/a/name')).toBe(false)
  })

  it('an input stays pending if it is typed during a commit', () => {
    const inputs = new PendingInputs()
    inputs.type('/a/name', '港', () => inputs.type('/a/town', '芝', vi.fn<() => void>()))
    inputs.commitAll()
    expect(inputs.isPending('/a/town')).toBe(true)
  })

  it('addTo adds the pending inputs to a copy of the answers', () => {
    const inputs = new PendingInputs()
    const answers = { name: { family: '港' } }
    inputs.type('/a/name/given', '花子', vi.fn<() => void>())
    expect(inputs.addTo(answers)).toEqual({ name: { family: '港', given: '花子' } })
    expect(answers).toEqual({ name: { family: '港' } })
  })

  it('a reset removes the pending inputs when the answers are replaced', () => {
    const inputs = new PendingInputs()
    const commit = vi.fn<() => void>()
    inputs.type('/a/name', '港', commit)
    inputs.reset()
    inputs.commitAll()
    expect(inputs.isEmpty).toBe(true)
    expect(commit).not.toHaveBeenCalled()
  })
})
