// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { useLookUp } from './use-look-up.ts'
import type { Match } from './use-look-up.ts'

type Name = 'city' | 'town'

const shiba: Match<Name> = { label: '港区芝公園', fills: { city: '港区', town: '芝公園' } }
const other: Match<Name> = { label: '港区芝大門', fills: { city: '港区', town: '芝大門' } }

function start() {
  const requests: { number: string; resolve: (found: Match<Name>[]) => void; reject: (reason: Error) => void }[] = []
  const { result } = renderHook(() => {
    const [texts, setTexts] = useState({ city: '', town: '' })
    const fill = (changes: Partial<typeof texts>) => setTexts((now) => ({ ...now, ...changes }))
    const lookUp = useLookUp<Name>({
      initial: '',
      isComplete: (number) => number.length === 7,
      search: (number) => new Promise((resolve, reject) => requests.push({ number, resolve, reject })),
      current: () => texts,
      fill,
    })
    return { ...lookUp, texts, type: fill }
  })
  const answer = (index: number, found: Match<Name>[] | Error) =>
    act(async () => {
      if (found instanceof Error) requests[index]?.reject(found)
      else requests[index]?.resolve(found)
    })
  return { result, requests, answer }
}

describe('a look-up', () => {
  it('starts when the number is complete and fills in the only match', async () => {
    const { result, requests, answer } = start()
    act(() => result.current.onNumber('105001'))
    expect(requests).toEqual([])
    act(() => result.current.onNumber('1050011'))
    expect(result.current.state).toEqual({ kind: 'searching' })
    await answer(0, [shiba])
    expect(result.current.texts).toEqual({ city: '港区', town: '芝公園' })
    expect(result.current.state).toEqual({ kind: 'filled' })
  })

  it('offers a late match as a candidate if a field was edited meanwhile', async () => {
    const { result, answer } = start()
    act(() => result.current.onNumber('1050011'))
    act(() => result.current.type({ town: '芝大門' }))
    await answer(0, [shiba])
    expect(result.current.texts).toEqual({ city: '', town: '芝大門' })
    expect(result.current.state).toEqual({ kind: 'choose', matches: [shiba] })
    act(() => result.current.choose(shiba))
    expect(result.current.texts.town).toBe('芝公園')
  })

  it('ignores the response to a number that has been changed', async () => {
    const { result, answer } = start()
    act(() => result.current.onNumber('1050011'))
    act(() => result.current.onNumber('1050012'))
    await answer(0, [shiba])
    expect(result.current.texts.town).toBe('')
    await answer(1, [other])
    expect(result.current.texts.town).toBe('芝大門')
  })

  it('distinguishes a number that does not exist from a failed look-up', async () => {
    const { result, answer } = start()
    act(() => result.current.onNumber('1050011'))
    await answer(0, [])
    expect(result.current.state).toEqual({ kind: 'none' })
    act(() => void result.current.ask('1050011'))
    await answer(1, new Error('offline'))
    expect(result.current.state).toEqual({ kind: 'failed' })
  })

  it('removes what it had filled in, but no typed text, if the next number has no match', async () => {
    const { result, answer } = start()
    act(() => result.current.onNumber('1050011'))
    await answer(0, [shiba])
    act(() => result.current.type({ town: '芝公園4丁目' }))
    act(() => result.current.onNumber('0000000'))
    await answer(1, [])
    expect(result.current.texts).toEqual({ city: '', town: '芝公園4丁目' })
  })

  it('keeps what it had filled in if the same number cannot be looked up again', async () => {
    const { result, answer } = start()
    act(() => result.current.onNumber('1050011'))
    await answer(0, [shiba])
    act(() => void result.current.ask('1050011'))
    await answer(1, new Error('offline'))
    expect(result.current.state).toEqual({ kind: 'failed' })
    expect(result.current.texts).toEqual({ city: '港区', town: '芝公園' })
  })

  it('asks for a choice between several matches', async () => {
    const { result, answer } = start()
    act(() => result.current.onNumber('1050011'))
    await answer(0, [shiba, other])
    expect(result.current.texts.town).toBe('')
    expect(result.current.state).toEqual({ kind: 'choose', matches: [shiba, other] })
  })

  it('explains an incomplete number instead of looking it up', () => {
    const { result, requests } = start()
    let complete = true
    act(() => {
      complete = result.current.ask('105')
    })
    expect(complete).toBe(false)
    expect(result.current.state).toEqual({ kind: 'incomplete' })
    expect(requests).toEqual([])
  })
})
