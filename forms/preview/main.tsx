import '../../src/ui/theme.css'
import { createRoot } from 'react-dom/client'
import { PreviewShell } from './PreviewShell.tsx'
import { allowTrustedTexts } from './trusted-texts.ts'

allowTrustedTexts()
const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
createRoot(place).render(<PreviewShell />)
