import { announceTab } from '../studio/shell/this-tab.ts'
import { renderStudio } from '../studio/shell/render-studio.tsx'
import { SitePage } from './SitePage.tsx'
import { allowTrustedTexts } from './trusted-texts.ts'

allowTrustedTexts()
announceTab()
const isPaper = window.location.pathname.endsWith('/print.html')
renderStudio(isPaper, <SitePage isPaper={isPaper} />)
