import { publishForms } from '../build/publish-forms.ts'
import { isForSandbox } from '../source/tenant-source.ts'
import { askForFolder } from './folder-files.ts'
import { folderFiles } from './folder-files.ts'
import { memoryFiles } from './memory-files.ts'
import type { FileChanges } from './memory-files.ts'
import { filesIn, publishedFolder } from './open-project.ts'
import { writeZip } from './project-zip.ts'
import { PublishRefused } from './site-problem.ts'

/** A ZIP of what `forms build` writes for a release. */
export function publishedZip(): Blob {
  return zipOf(publishedFolder, new Map(), (file) => !file.startsWith('.') && !isForSandbox(file))
}

/** A ZIP of the files below a folder in memory, with changes that are not in memory. */
export function zipOf(folder: string, changes: FileChanges, isIncluded: (file: string) => boolean = () => true): Blob {
  const files = filesIn(folder)
  for (const [file, content] of changes) {
    if (!file.startsWith(`${folder}/`)) continue
    const name = file.slice(folder.length + 1)
    if (content === null) files.delete(name)
    else files.set(name, content)
  }
  const included = [...files].filter(([file]) => isIncluded(file))
  return new Blob([writeZip(new Map(included))], { type: 'application/zip' })
}

const target = '/target'

/**
 * Publishes to a folder that the author chooses, as `forms publish` does: versions are only added. Returns the name of
 * the folder; `null` if the author has closed the browser's dialog.
 */
export async function publishToFolder(): Promise<string | null> {
  const folder = await askForFolder('published')
  if (!folder) return null
  const place = folderFiles(folder, target, /\.json$/)
  try {
    memoryFiles.apply(await place.pull())
    const before = memoryFiles.revision
    if (publishForms(publishedFolder, target).some(({ kind }) => kind === 'refused'))
      throw new PublishRefused(folder.name)
    const changes = [...memoryFiles.changesSince(before)].filter(([file]) => file.startsWith(`${target}/`))
    await place.push(new Map(changes))
  } finally {
    for (const file of memoryFiles.below(target)) memoryFiles.remove(file)
  }
  return folder.name
}
