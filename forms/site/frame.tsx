import { renderFrame } from '../preview/render-frame.tsx'
import { connectForms } from '../preview/form-host.ts'
import { allowTrustedTexts } from './trusted-texts.ts'

allowTrustedTexts()
if (window.parent === window) {
  // A page of its own, which the author has opened from the studio.
  const { projectOfTab, startProject } = await import('./start-project.ts')
  const project = await projectOfTab()
  if (project) await startProject(project)
} else connectForms((await import('./frame-host.ts')).hostOfParent())
await renderFrame()
