import { TooManyFiles } from './folder-files.ts'
import { FoldersMissing } from './open-project.ts'
import { ZipRefused } from './project-zip.ts'
import { DiskRefused } from './server-files.ts'
import type { SaySite, SiteText } from './site-texts.ts'

/** The published folder has other content under the address of a version. */
export class PublishRefused extends Error {}

/** The browser does not let this page use the folder. */
export class NotAllowed extends Error {}

/** The form in the address is in no project that can be opened without the author. */
export class FormElsewhere extends Error {}

const domProblems: { readonly [name: string]: SiteText } = {
  QuotaExceededError: 'site.failed.full',
  NotAllowedError: 'site.failed.permission',
  SecurityError: 'site.failed.permission',
  NotFoundError: 'site.failed.gone',
  NotReadableError: 'site.failed.unreadable',
}

/** What has gone wrong and what the author can do. */
export function problemText(cause: unknown, say: SaySite): string {
  if (cause instanceof ZipRefused) return say(`site.failed.${cause.reason}`)
  if (cause instanceof TooManyFiles) return say('site.failed.many')
  if (cause instanceof FoldersMissing) return say('site.failed.shallow')
  if (cause instanceof DiskRefused) return say(`site.problem.${cause.reason}`)
  if (cause instanceof NotAllowed) return say('site.failed.permission')
  if (cause instanceof PublishRefused) return say('site.failed.refused')
  if (cause instanceof FormElsewhere) return say('site.failed.elsewhere', { form: cause.message })
  const known = cause instanceof DOMException ? domProblems[cause.name] : undefined
  return known === undefined ? say('site.failed.other', { reason: String(cause) }) : say(known)
}
