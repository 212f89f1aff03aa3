import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { StudioDocument } from '../studio-document.ts'
import { useSteps } from './use-steps.ts'

const fields = ['label', 'amount', 'name'] as const

function open(): Promise<StudioDocument> {
  return StudioDocument.open('town/dog/individual', {
    tab: 'only',
    otherTabs: () => Promise.resolve(new Set()),
    read: () => Promise.resolve({ 'form.json': '{}' }),
    usedNames: () => Promise.resolve([]),
    save: () => Promise.reject(new TypeError('Failed to fetch')),
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    later: () => () => undefined,
  })
}

/** Text fields and a button that change the files; the title of a change contains what is typed, as that of a label. */
function Fields({ edited }: { edited: StudioDocument }) {
  useSteps(edited)
  const { files } = useSyncExternalStore(edited.subscribe, edited.state)
  return (
    <>
      {fields.map((name) => (
        <input
          key={name}
          aria-label={name}
          value={files[name] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            edited.change(`change ${value}`, (before) => ({ ...before, [name]: value }))
          }
        />
      ))}
      <button
        type="button"
        onClick={() => edited.change('add', (before) => ({ ...before, added: `${before.added ?? ''}+` }))}
      >
        add
      </button>
    </>
  )
}

type Act = { kind: 'type'; field: (typeof fields)[number]; text: string } | { kind: 'add' }

it('undoes what was typed into one field at one time, and each click, in one step', async () => {
  const typed = fc.record({
    kind: fc.constant('type' as const),
    field: fc.constantFrom(...fields),
    text: fc.constantFrom('a', 'bcd', '12'),
  })
  const acts = fc.array(fc.oneof(typed, fc.constant({ kind: 'add' } as const)), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(acts, async (sequence: Act[]) => {
      const edited = await open()
      const { unmount } = render(<Fields edited={edited} />)
      const user = userEvent.setup()
      const states = [edited.state().files]
      for (const each of sequence) {
        if (each.kind === 'add') await user.click(screen.getByRole('button'))
        else {
          await user.click(screen.getByLabelText(each.field))
          await user.keyboard(each.text)
        }
        states.push(edited.state().files)
      }
      for (const before of states.toReversed().slice(1)) {
        edited.undo()
        expect(edited.state().files).toEqual(before)
      }
      expect(edited.state().toUndo).toBeNull()
      unmount()
    }),
    { numRuns: 15 },
  )
})

it('names the change that the next undo takes back', async () => {
  const edited = await open()
  render(<Fields edited={edited} />)
  fireEvent.input(screen.getByLabelText('label'), { target: { value: 'a' } })
  fireEvent.input(screen.getByLabelText('label'), { target: { value: 'ab' } })
  expect(edited.state().toUndo).toBe('change a')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button'))
  await user.click(screen.getByRole('button'))
  expect(edited.state().toUndo).toBe('add')
  expect(edited.state().history.done).toHaveLength(3)
})
