import path from 'node:path'
import { tenantLook } from '../edit/tenant-files.ts'
import { portalTexts } from '../source/portal-texts.ts'
import { formNameOf } from '../source/form-folder.ts'
import { logoFiles, tenantFile } from '../source/tenant-source.ts'
import { guardLibrary } from '../preview/guarded-library.ts'
import type { GuardedLibrary } from '../preview/guarded-library.ts'
import { guardTasks } from '../preview/guarded-tasks.ts'
import { createListeners } from '../../src/lib/signal.ts'
import type { PreviewForm } from '../preview/preview-library.ts'
import { readFormFiles } from '../edit/form-folder.ts'
import { findSources, serviceFile } from '../source/find-sources.ts'
import {
  createFrom,
  folderOf,
  listUses,
  saveForm,
  tenantFiles,
  templates,
  tenantsIn,
  titles,
  usedNames,
} from '../studio/project-forms.ts'
import type { HostPage, StudioHost } from '../studio/studio-host.ts'
import type * as formTasks from '../studio/tasks/form-tasks.ts'
import { cacheBuiltForm } from './built-cache.ts'
import { startCheckThread } from './check-thread.ts'
import { promised, publishedFolder } from './open-project.ts'
import type { OpenProject } from './open-project.ts'
import { addressesOf } from './server-files.ts'

/** A form of 300 fields takes a second on two cores. */
const longestMs = 5000
/** The limit is by the clock, so that another program can be the reason for which a check takes longer. */
const mostTries = 2

const pages: { readonly [page in HostPage]: string } = {
  studio: 'index.html',
  print: 'print.html',
  frame: 'frame.html',
}

/** What the studio does with the files of a project. */
export function siteHost(open: OpenProject): StudioHost {
  const { folders, exclusively } = open
  const { id, isServed } = open.project
  const library = guardLibrary(folders, longestMs, startCheckThread, mostTries)
  const run = guardTasks<typeof formTasks>(longestMs, () => startCheckThread(null))
  const listeners = createListeners<[names: string[]]>()
  open.onChanged((paths) => {
    // The look of a tenant needs no check, which takes longer than a keystroke.
    const looks = paths.filter((file) => isOfTenant(path.basename(file))).map((file) => `${path.dirname(file)}/`)
    if (looks.length > 0) {
      const forms = findSources(folders).folders.filter((form) => looks.some((tenant) => form.startsWith(tenant)))
      listeners.notify([...forms.map(formNameOf), ...looks.map((tenant) => path.basename(tenant))])
    }
    reread(library, folders, paths).then((names) => listeners.notify(names), reportError)
  })
  const of = (name: string) => folderOf(folders, name)
  const withTemplates = async () => (await import('./template-files.ts')).readTemplateFiles()
  return {
    names: () => Promise.resolve(library.names()),
    titles: () => promised(() => titles(folders)),
    async form(name, language) {
      const first = await library.form(name, language)
      const form = first?.shown === 'ended' ? await library.form(name, language) : first
      if (form) await cacheForm(library, form)
      return form
    },
    tenant: (name) => promised(() => tenantLook(readFormFiles(of(name)))),
    tenants: () => promised(() => tenantsIn(folders)),
    publishedTenant: (tenantId) => promised(() => tenantFiles(path.join(publishedFolder, tenantId))),
    async portalTexts() {
      ;(await import('./tool-files.ts')).readToolFiles()
      return portalTexts()
    },
    addresses: addressesOf,
    onFormsChanged: listeners.subscribe,
    built: new URL('built', document.baseURI).href,
    files: (name) => promised(() => readFormFiles(of(name))),
    listUses: (name) => promised(() => listUses(folders, name)),
    usedNames: (name) => promised(() => usedNames(of(name), publishedFolder)),
    save: (name, request) => exclusively(() => saveForm(of(name), request)),
    async templates() {
      await withTemplates()
      return templates(folders)
    },
    async create(wanted) {
      await withTemplates()
      return exclusively(() => createFrom(folders, publishedFolder, wanted))
    },
    importForm: (wanted, language) => exclusively(() => run('importForm', folders, publishedFolder, wanted, language)),
    publish: (name, wish) => exclusively(() => run('publish', of(name), publishedFolder, wish)),
    history: (name, language) => promised(() => run('formHistory', of(name), publishedFolder, language)),
    takeStep: (name, step) => exclusively(() => run('takeStep', of(name), step)),
    changePlan: (name, change) => exclusively(() => run('changePlan', of(name), publishedFolder, change)),
    changes: (name, language) => promised(() => run('formChanges', of(name), publishedFolder, language)),
    approval: (name, language) => promised(() => run('approval', of(name), publishedFolder, language)),
    madeSamples: (name) => promised(() => run('madeSamples', of(name))),
    pageAddress: (page, query) => `${pages[page]}?${query}${isServed ? '' : `&project=${id}`}`,
    storage: () => projectStorage(id),
  }
}

function isOfTenant(name: string): boolean {
  return name === tenantFile || logoFiles.some((logo) => logo === name)
}

/** Checks the forms of changed files again; returns the names of those that have changed. */
async function reread(
  library: GuardedLibrary,
  folders: readonly string[],
  paths: readonly string[],
): Promise<string[]> {
  const forms = findSources(folders).folders
  const formOf = (file: string) => forms.find((folder) => file.startsWith(`${folder}/`))
  const changed = paths.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)))
  const services = changed.filter((file) => path.basename(file) === serviceFile)
  const relevant = changed.filter((file) => !services.includes(file))
  // A file of no form may be a part of any.
  const shared = relevant.find((file) => formOf(file) === undefined)
  const own = [...new Map(relevant.map((file) => [formOf(file), file])).values(), ...services]
  const wanted = shared === undefined ? own : [shared]
  const names = new Set<string>()
  for (const file of wanted) for (const name of await library.refresh(file)) names.add(name)
  return [...names]
}

async function cacheForm(library: GuardedLibrary, { name, formVersion }: PreviewForm): Promise<void> {
  if (formVersion === null) return
  await cacheBuiltForm(`${name}/${formVersion}`, (file) => library.builtFile(name, formVersion, file))
}

/** What the page could not save yet. Forms of two projects may have the same name. */
function projectStorage(id: string): ReturnType<StudioHost['storage']> {
  const { localStorage } = window
  const keyOf = (key: string) => `${key} ${id}`
  return {
    getItem: (key) => localStorage.getItem(keyOf(key)),
    removeItem: (key) => localStorage.removeItem(keyOf(key)),
    setItem(key, text) {
      try {
        localStorage.setItem(keyOf(key), text)
      } catch (cause) {
        // The change is saved within a moment, and the page says if that is impossible as well.
        if (!(cause instanceof DOMException && cause.name === 'QuotaExceededError')) throw cause
      }
    },
  }
}
