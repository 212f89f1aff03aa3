import '../../src/ui/theme.css'
import { createRoot } from 'react-dom/client'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { changeLanguage, loadNamespaces } from '../../src/i18n/texts.ts'
import { FormFrame } from './FormFrame.tsx'
import { readState } from './frame-state.ts'

/** Renders the form that the address names. */
export async function renderFrame(): Promise<void> {
  const place = document.getElementById('root')
  if (!place) throw new Error('The page has no #root')
  const state = readState(window.location.search)
  await changeLanguage(state.language)
  await loadNamespaces(['form-engine', 'fields', 'critical', 'common', 'services', 'order-display'])
  document.documentElement.lang = spokenLanguage(state.language)
  createRoot(place).render(<FormFrame state={state} />)
}
