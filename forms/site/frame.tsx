import { renderFrame } from '../preview/render-frame.tsx'
import { connectHost } from '../preview/studio-host.ts'
import { allowTrustedTexts } from '../preview/trusted-texts.ts'
import { isScriptOfSite } from './site-scripts.ts'

allowTrustedTexts(isScriptOfSite)
if (window.parent === window) {
  // A page of its own, which the author has opened from the studio.
  const { projectOfTab, startProject } = await import('./start-project.ts')
  const project = await projectOfTab()
  if (project) await startProject(project)
} else connectHost((await import('./frame-host.ts')).hostOfParent())
await renderFrame()
