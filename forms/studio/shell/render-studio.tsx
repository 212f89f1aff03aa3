import '@mantine/core/styles.css'
import { Button, Loader, MantineProvider, Modal, createTheme } from '@mantine/core'
import type { CSSVariablesResolver } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { styleNonce } from './style-nonce.ts'
import type { Content } from '../../../src/ui/elements.ts'

const theme = createTheme({
  fontFamily: 'system-ui, sans-serif',
  primaryShade: { light: 8, dark: 8 },
  components: {
    // Mantine gives compact buttons larger letters than the fields beside them.
    Button: Button.extend({
      vars: (_theme, { size }) => ({
        root: size === 'compact-md' ? { '--button-fz': 'var(--mantine-font-size-sm)' } : {},
      }),
    }),
    // Without a role the name of a loader is invalid, and screen readers ignore it.
    Loader: Loader.extend({ defaultProps: { role: 'status' } }),
    // While a dialog fades in, its texts have too little contrast.
    Modal: Modal.extend({ defaultProps: { transitionProps: { duration: 0 } } }),
  },
})

/** Mantine's own dimmed and red texts, and its light buttons under the pointer, have less contrast than WCAG requires. */
const withContrast: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-blue-light-hover': colors.blue[0],
    '--mantine-color-red-light-hover': colors.red[0],
    '--mantine-color-error': colors.red[9],
    '--studio-error': colors.red[9],
    '--studio-selection': colors.blue[2],
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-error': colors.red[3],
    '--studio-error': colors.red[3],
    '--studio-selection': 'var(--mantine-color-blue-light-hover)',
  },
})

/** Renders a page of the studio. Paper is white. */
export function renderStudio(isPaper: boolean, page: Content): void {
  // The dialogs of Mantine take the nonce for the style that stops the page behind them from scrolling from here.
  Object.assign(window, { __webpack_nonce__: styleNonce() })
  const place = document.getElementById('root')
  if (!place) throw new Error('The page has no #root')
  createRoot(place).render(
    <MantineProvider
      defaultColorScheme="auto"
      {...(isPaper ? { forceColorScheme: 'light' as const } : {})}
      theme={theme}
      cssVariablesResolver={withContrast}
      getStyleNonce={styleNonce}
    >
      {page}
    </MantineProvider>,
  )
}
