import { createContext } from 'react'
import type { ComponentType } from 'react'
import type { StudioLanguage } from '../studio-texts.ts'

type Extra = ComponentType<{ language: StudioLanguage }>

/** What the program around the studio adds to its pages. */
export type StudioExtras = {
  /** Shown in the header, and beside the button for the first form. */
  Header?: Extra
  /** Shown instead of the reason why changes are not saved. */
  Problem?: Extra
  /** Whether changes are not saved although the server answers. */
  isRefused?: () => boolean
  /** Shown in the dialog of the published version. */
  Published?: Extra
}

export const StudioExtrasContext = createContext<StudioExtras>({})
