import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import type { RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'

/** Renders a part of the studio. */
export function renderPart(part: ReactNode): RenderResult {
  return render(part, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> })
}
