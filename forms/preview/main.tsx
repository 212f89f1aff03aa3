import '../../src/ui/theme.css'
import { createRoot } from 'react-dom/client'
import { PreviewShell } from './PreviewShell.tsx'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
createRoot(place).render(<PreviewShell />)
