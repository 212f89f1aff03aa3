import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import type { RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { FormFiles } from '../edit/commands.ts'
import type { Change } from '../studio/part-props.ts'

/** Renders a part of the studio. */
export function renderPart(part: ReactNode): RenderResult {
  return render(part, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> })
}

/** Renders a part that shows its own changes; returns the files as they are now, and the titles of the changes. */
export function renderEdited(start: FormFiles, part: (files: FormFiles, onChange: Change) => ReactNode) {
  let now = start
  const titles: string[] = []
  const change: Change = (title, command) => {
    titles.push(title)
    now = command(now)
    rerender(part(now, change))
  }
  const { rerender } = renderPart(part(start, change))
  return { files: () => now, titles }
}
