import type { ReactElement } from 'react'

/**
 * Children that are shown beside others, and so may not be bare texts: a translator replaces text nodes, and React
 * fails at the next change beside one. `src/lone-texts.spec.ts` has the rule.
 */
export type Elements = ReactElement | false | null | undefined | readonly Elements[]

/** Children that are alone in their element: elements, or one text. A list of texts would give each a node of its own. */
export type Content = Elements | string | number
