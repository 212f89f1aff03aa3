import { allowTrustedTexts } from '../preview/trusted-texts.ts'
import { announceTab } from '../studio/shell/this-tab.ts'
import { renderStudio } from '../studio/shell/render-studio.tsx'
import { isScriptOfSite } from './site-scripts.ts'
import { SitePage } from './SitePage.tsx'

allowTrustedTexts(isScriptOfSite)
announceTab()
const isPaper = window.location.pathname.endsWith('/print.html')
renderStudio(isPaper, <SitePage isPaper={isPaper} />)
