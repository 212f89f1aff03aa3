// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ProblemError } from './problem.ts'
import { useSubmitOnce } from './use-submit-once.ts'

describe('useSubmitOnce', () => {
  it('useSubmitOnce ignores calls while an action is running and accepts the next call afterwards', async () => {
    const { result } = renderHook(useSubmitOnce)
    let finish = () => {}
    const action = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    act(() => {
      const { submit } = result.current
      void submit(action)
      void submit(action)
    })
    expect(action).toHaveBeenCalledTimes(1)
    expect(result.current.busy).toBe(true)

    await act(async () => finish())
    expect(result.current.busy).toBe(false)
    act(() => void result.current.submit(action))
    expect(action).toHaveBeenCalledTimes(2)
  })

  it('ignores a call before React has rendered what the action leads to', async () => {
    const { result } = renderHook(useSubmitOnce)
    const action = vi.fn(() => Promise.resolve())
    await act(async () => {
      const { submit } = result.current
      await submit(action)
      await submit(action)
    })
    expect(action).toHaveBeenCalledTimes(1)
  })

  it('useSubmitOnce reports the problem of a failed action, and clears the problem when the next action starts', async () => {
    const { result } = renderHook(useSubmitOnce)
    await act(() => result.current.submit(() => Promise.reject(new ProblemError({ kind: 'offline', fields: [] }))))
    expect(result.current).toMatchObject({ busy: false, problem: { kind: 'offline' } })

    act(() => void result.current.submit(() => new Promise(() => {})))
    expect(result.current).toMatchObject({ busy: true, problem: null })
  })

  it('reports an error that is not a problem as unreadable', async () => {
    const { result } = renderHook(useSubmitOnce)
    await act(() => result.current.submit(() => Promise.reject(new Error('bug'))))
    expect(result.current.problem).toMatchObject({ kind: 'unreadable' })
  })

  it('useSubmitOnce accepts another submit after the failure handler has thrown', async () => {
    const { result } = renderHook(useSubmitOnce)
    const onFailure = () => {
      throw new Error('bug')
    }
    await act(() =>
      expect(result.current.submit(() => Promise.reject(new Error('refused')), onFailure)).rejects.toThrow('bug'),
    )
    expect(result.current.busy).toBe(false)
  })

  it('leaves the failure to the caller if it returns null for it', async () => {
    const { result } = renderHook(useSubmitOnce)
    const onFailure = vi.fn(() => null)
    const error = new ProblemError({ kind: 'invalid', fields: [] })
    await act(() => result.current.submit(() => Promise.reject(error), onFailure))
    expect(onFailure).toHaveBeenCalledWith(error.problem, error)
    expect(result.current).toMatchObject({ busy: false, problem: null })
  })
})
