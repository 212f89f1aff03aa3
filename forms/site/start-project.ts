import { connectStudio } from '../studio/studio-host.ts'
import { nameInAddress } from '../studio/shell/studio-address.ts'
import { askForFolder, mayUse } from './folder-files.ts'
import { serveFrames } from './frame-host.ts'
import { formsFolder, openProject } from './open-project.ts'
import type { OpenProject } from './open-project.ts'
import { readZip } from './project-zip.ts'
import { isServed, servedProject } from './server-files.ts'
import { siteHost } from './site-host.ts'
import { NotAllowed } from './site-problem.ts'
import { addProject, forgetProject, projectWith, storedProject, storedProjects } from './stored-projects.ts'
import type { Project } from './stored-projects.ts'

const sessionKey = 'forms-studio project'

/**
 * The project of this tab, or of the form in its address, if it can be opened without a question of the browser; `null`
 * otherwise.
 */
export async function projectOfTab(): Promise<Project | null> {
  if (isServed) return { id: await servedProject(), name: '', savedAt: 0, isServed: true }
  const id = new URLSearchParams(window.location.search).get('project') ?? sessionStorage.getItem(sessionKey)
  const form = nameInAddress()
  const project =
    id !== null
      ? await storedProject(id)
      : form === ''
        ? undefined
        : await projectWith(`${formsFolder}/${form}/form.json`)
  return project && (!project.folder || (await mayUse(project.folder, false))) ? project : null
}

/** Opens a project; the studio of this page then works on it. */
export async function startProject(project: Project): Promise<OpenProject> {
  if (project.folder && !(await mayUse(project.folder, true))) throw new NotAllowed(project.name)
  const open = await openProject(project)
  const host = siteHost(open)
  connectStudio(host)
  serveFrames(host)
  sessionStorage.setItem(sessionKey, project.id)
  return open
}

/** Shows the start page again after a reload. */
export function leaveProject(): void {
  sessionStorage.removeItem(sessionKey)
}

export async function startEmpty(): Promise<OpenProject> {
  return startProject(await addProject({ name: '' }, new Map()))
}

export async function startZip(file: File): Promise<OpenProject> {
  const files = readZip(new Uint8Array(await file.arrayBuffer()), formsFolder)
  return startNew(await addProject({ name: file.name.replace(/\.zip$/i, '') }, files))
}

/** `null` if the author has closed the browser's dialog. */
export async function startFolder(): Promise<OpenProject | null> {
  const folder = await askForFolder('forms')
  if (!folder) return null
  for (const known of await storedProjects())
    if (known.folder && (await known.folder.isSameEntry(folder))) return startProject(known)
  return startNew(await addProject({ name: folder.name, folder }, new Map()))
}

/** A project that cannot be opened leaves nothing behind. */
async function startNew(project: Project): Promise<OpenProject> {
  try {
    return await startProject(project)
  } catch (cause) {
    await forgetProject(project.id)
    throw cause
  }
}
