import type { HTMLAttributes } from 'react'
import type { StudioDocument } from '../studio-document.ts'

/** For what is around some fields: joins only what is typed into one of them without leaving it; a choice is undone on its own. */
export function ownSteps({ endStep }: Pick<StudioDocument, 'endStep'>): HTMLAttributes<HTMLElement> {
  return {
    onBlurCapture: endStep,
    onClickCapture: endStep,
    onChangeCapture: ({ target }) => {
      if (target instanceof HTMLSelectElement) endStep()
    },
  }
}
