import { allowTrustedTexts } from '../preview/trusted-texts.ts'
import { renderStudio } from '../studio/shell/render-studio.tsx'
import { isScriptOfSite } from './site-scripts.ts'
import { SitePage } from './SitePage.tsx'

allowTrustedTexts(isScriptOfSite)
const isPaper = window.location.pathname.endsWith('/print.html')
renderStudio(isPaper, <SitePage isPaper={isPaper} />)
