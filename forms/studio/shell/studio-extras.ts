import { createContext } from 'react'
import type { ComponentType } from 'react'
import type { StudioLanguage } from '../studio-texts.ts'

type Extra = ComponentType<{ language: StudioLanguage }>

/** What the program around the studio adds to its pages. */
export type StudioExtras = {
  /** In the header, and beside the button for the first form. */
  Header?: Extra
  /** In place of the reason why changes are not saved. */
  Problem?: Extra
  /** In the dialog that shows the published version. */
  Published?: Extra
}

export const StudioExtrasContext = createContext<StudioExtras>({})
