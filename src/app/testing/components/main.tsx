import '../../../ui/theme.css'
import '../../../ui/dark.css'
import { createRoot } from 'react-dom/client'
import { changeLanguage, loadNamespaces } from '../../../i18n/texts.ts'
import { startLanguage } from '../../../lib/language.ts'
import { ComponentsPage } from './ComponentsPage.tsx'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
const language = startLanguage(new URLSearchParams(window.location.search).get('lang'), [])
await changeLanguage(language)
await loadNamespaces(['critical', 'common', 'fields', 'form-engine', 'errors'])
createRoot(place).render(<ComponentsPage language={language} />)
