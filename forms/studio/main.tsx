import '@mantine/core/styles.css'
import { MantineProvider, createTheme } from '@mantine/core'
import type { CSSVariablesResolver } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { PrintPage } from './PrintPage.tsx'
import { StudioPage } from './StudioPage.tsx'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
const theme = createTheme({ fontFamily: 'system-ui, sans-serif', primaryShade: { light: 8, dark: 8 } })

/** Mantine's own dimmed text has less contrast than WCAG requires. */
const withContrast: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: { '--mantine-color-dimmed': colors.gray[7], '--mantine-color-placeholder': colors.gray[7] },
  dark: { '--mantine-color-dimmed': colors.dark[1], '--mantine-color-placeholder': colors.dark[1] },
})

/** Paper is white. */
const isPaper = /\/print\/?$/.test(window.location.pathname)

createRoot(place).render(
  <MantineProvider
    defaultColorScheme="auto"
    {...(isPaper ? { forceColorScheme: 'light' as const } : {})}
    theme={theme}
    cssVariablesResolver={withContrast}
  >
    {isPaper ? <PrintPage /> : <StudioPage />}
  </MantineProvider>,
)
