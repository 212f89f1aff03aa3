import { allowTrustedTexts } from '../preview/trusted-texts.ts'
import { PrintPage } from './PrintPage.tsx'
import { announceTab } from './shell/this-tab.ts'
import { renderStudio } from './shell/render-studio.tsx'
import { StudioPage } from './StudioPage.tsx'

allowTrustedTexts()
announceTab()
const isPaper = /\/print\/?$/.test(window.location.pathname)
renderStudio(isPaper, isPaper ? <PrintPage /> : <StudioPage />)
