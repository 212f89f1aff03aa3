import type { FormNode } from '../../edit/form-tree.ts'
import type { PreviewForm } from '../../preview/preview-library.ts'
import type { BrokenPlace } from '../json/readable-files.ts'
import type { DocumentState } from '../studio-document.ts'
import type { Say, StudioLanguage } from '../studio-texts.ts'
import type { ReadableForm, StudioController, StudioView } from './studio-controller.ts'

/** What each pane of the studio shows. */
export type PaneProps = {
  studio: StudioController
  view: StudioView
  state: DocumentState
  form: ReadableForm
  /** The form as it was checked last; null before the first time. */
  checked: PreviewForm | null
  /** The selected node, else the first step, and those around it. */
  node: FormNode | undefined
  trail: readonly FormNode[]
  /** The place at which a text has been invalid for longer than a moment. */
  broken: BrokenPlace | null
  /** Why the last action changed nothing. */
  refusal: string | null
  language: StudioLanguage
  say: Say
}
