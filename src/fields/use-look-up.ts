import { useLayoutEffect, useRef, useState } from 'react'

/** The texts that a look-up fills in, by the name of the field. */
type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** One candidate: its line in the list of candidates, and the texts it fills in. */
export type Match<Name extends string> = { label: string; fills: Texts<Name> }

type LookUpState<Name extends string> =
  | { kind: 'idle' | 'searching' | 'filled' | 'none' | 'failed' | 'incomplete' }
  | { kind: 'choose'; matches: Match<Name>[] }

type Options<Name extends string> = {
  /** The number in the field when the page opens: it is not looked up again. */
  initial: string
  /** Whether a number is complete, so that a look-up makes sense. */
  isComplete: (number: string) => boolean
  /** Rejects if the look-up failed; an empty list means that the number does not exist. */
  search: (number: string) => Promise<Match<Name>[]>
  /** The current texts of the fields that the look-up fills in. */
  current: () => Texts<Name>
  fill: (texts: Texts<Name>) => void
}

export type LookUp<Name extends string> = {
  state: LookUpState<Name>
  /** Another number: looked up automatically once it is complete, unless it comes from elsewhere with its details. */
  onNumber: (number: string, isTyped?: boolean) => void
  /** Looks up the number after a click. If it is incomplete, the state explains that and the result is false. */
  ask: (number: string) => boolean
  choose: (match: Match<Name>) => void
}

/**
 * A number whose details are looked up. A response never overwrites text that was typed meanwhile: a single match is
 * then offered as a candidate, as several are. Values from an earlier match are removed with its number.
 */
export function useLookUp<Name extends string>(options: Options<Name>): LookUp<Name> {
  const { initial, isComplete, search } = options
  const [state, setState] = useState<LookUpState<Name>>({ kind: 'idle' })
  const asked = useRef({ number: initial, turn: 0 })
  const filled = useRef<{ number: string; texts: Texts<Name> } | null>(null)
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })

  function choose({ fills }: Match<Name>): void {
    filled.current = { number: asked.current.number, texts: fills }
    latest.current.fill(fills)
    setState({ kind: 'filled' })
  }

  /** Empties the fields that still contain the match of another number. */
  function clearFilled(number: string): void {
    const [old, now] = [filled.current, latest.current.current()]
    if (old === null || old.number === number) return
    filled.current = null
    const cleared: Partial<Record<Name, string>> = {}
    for (const name in old.texts) if (now[name] === old.texts[name]) cleared[name] = ''
    latest.current.fill(cleared)
  }

  async function request(number: string): Promise<void> {
    const turn = asked.current.turn + 1
    asked.current = { number, turn }
    setState({ kind: 'searching' })
    const before = JSON.stringify(latest.current.current())
    // The API client reports the reason of a failure; the fields can be filled in by hand.
    const matches = await search(number).catch(() => null)
    if (asked.current.turn !== turn) return
    const isUntouched = JSON.stringify(latest.current.current()) === before
    const [first] = matches ?? []
    if (first !== undefined && matches?.length === 1 && isUntouched) return choose(first)
    clearFilled(number)
    if (matches === null) setState({ kind: 'failed' })
    else setState(matches.length === 0 ? { kind: 'none' } : { kind: 'choose', matches })
  }

  return {
    state,
    onNumber(number, isTyped = true) {
      if (number === asked.current.number) return
      if (isTyped && isComplete(number)) return void request(number)
      asked.current = { number, turn: asked.current.turn + 1 }
      setState({ kind: 'idle' })
    },
    ask(number) {
      if (isComplete(number)) void request(number)
      else setState({ kind: 'incomplete' })
      return isComplete(number)
    },
    choose,
  }
}
