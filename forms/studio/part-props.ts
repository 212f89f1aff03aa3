import type { FormFiles } from '../edit/commands.ts'
import type { FormNode } from '../edit/form-tree.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'

export type Change = (title: string, command: (files: FormFiles) => FormFiles) => void

/** What a panel needs that edits the whole form. */
export type PanelProps = { files: FormFiles; language: StudioLanguage; say: Say; onChange: Change }

/** What a part of the properties needs; `name` is the question in titles of changes. */
export type PartProps = { files: FormFiles; node: FormNode; say: Say; name: string; onChange: Change }

/** The properties of the selected node in the page. */
export const propertiesId = 'node-properties'
