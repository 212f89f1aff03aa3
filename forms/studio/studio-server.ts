import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isRecord } from '../../form-model/record.ts'
import { isString, nullable, shape } from '../../src/lib/shape.ts'
import type { Guard } from '../../src/lib/shape.ts'
import { createForm, isCompleteTemplate, templateNames, templatesFolder } from '../templates/new-form.ts'
import { mergeFile } from '../edit/merge-files.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import type { FormFiles } from '../edit/commands.ts'
import { TaskEnded } from '../preview/guarded-tasks.ts'
import type { GuardedFormTasks } from './tasks/guarded-form-tasks.ts'
import { findSources } from '../source/find-sources.ts'
import type { NewFormRequest, SaveRequest, Saved, StudioForm, Template } from './studio-api.ts'
import { publishedDefinitions } from '../build/publish-folder.ts'
import { namesIn } from '../edit/used-names.ts'
import { formNameOf, formNameParts } from '../source/form-folder.ts'
import { isFormName, isTenantName } from '../source/form-name.ts'

export type StudioOptions = {
  folders: readonly string[]
  /** The folder of published forms. */
  publishTo: string
  /** Everything that takes longer for some forms than for others. */
  tasks: GuardedFormTasks
  /** Called after the page has changed the files of a form. */
  onSaved?: (folder: string) => void
}

function isTitle(value: unknown): value is NewFormRequest['title'] {
  return isRecord(value) && Object.entries(value).every(([key, text]) => /^(?:ja|en)$/.test(key) && isString(text))
}

function isTexts(value: unknown): value is SaveRequest['after'] {
  return isRecord(value) && Object.values(value).every(nullable(isString))
}

const isNewForm: Guard<NewFormRequest> = shape({
  tenant: isString,
  service: isString,
  type: isString,
  template: isString,
  title: isTitle,
})

const isSave: Guard<SaveRequest> = shape({ before: isTexts, after: isTexts })

type Answer = { status: number; body: unknown }

export type StudioRequest = { method: string; body: () => Promise<unknown> }

/** Handles the requests of the studio's page; `null` for any other address. Refuses changes from other pages. */
export async function answerStudio(...request: Parameters<typeof answerRequest>): Promise<Answer | null> {
  try {
    return await answerRequest(...request)
  } catch (cause) {
    if (cause instanceof TaskEnded) return { status: 504, body: {} }
    throw cause
  }
}

async function answerRequest(
  options: StudioOptions,
  url: URL,
  request: StudioRequest,
  isOwnPage: boolean,
): Promise<Answer | null> {
  const action = /^\/api\/studio\/([a-z]+)$/.exec(url.pathname)?.[1]
  if (action === undefined) return null
  const name = url.searchParams.get('name') ?? ''
  if (request.method === 'GET') {
    if (action === 'templates') return ok(templates())
    const folder = folderOf(options, name)
    const body = folder === null ? undefined : await read(action, folder, options, url.searchParams)
    return body === undefined ? { status: 404, body: {} } : ok(body)
  }
  if (!isOwnPage) return { status: 403, body: {} }
  const body = await request.body()
  if (action === 'new') return isNewForm(body) ? create(options, body) : { status: 400, body: {} }
  const folder = folderOf(options, name)
  if (folder === null) return { status: 404, body: {} }
  if (action === 'form') {
    const answer = isSave(body) ? save(folder, body) : { status: 400, body: {} }
    if (answer.status === 200) options.onSaved?.(folder)
    return answer
  }
  return action === 'publish' ? ok(await options.tasks.publish(folder, options.publishTo)) : { status: 404, body: {} }
}

/** Handles the requests that read a form; `undefined` for any other request. */
async function read(
  action: string,
  folder: string,
  { tasks, publishTo }: StudioOptions,
  params: URLSearchParams,
): Promise<unknown> {
  const language = params.get('lang') === 'en' ? 'en' : 'ja'
  switch (action) {
    case 'form':
      return { name: params.get('name') ?? '', folder, files: readFormFiles(folder) } satisfies StudioForm
    case 'names':
      return publishedDefinitions(publishTo, formNameParts(folder)).flatMap(namesIn)
    case 'samples':
      return tasks.madeSamples(folder)
    case 'changes':
      return tasks.formChanges(folder, publishTo, language)
    case 'approval':
      return (await tasks.approval(folder, publishTo, language)) ?? undefined
  }
}

function ok(body: unknown): Answer {
  return { status: 200, body }
}

function folderOf({ folders }: StudioOptions, name: string): string | null {
  return findSources(folders).folders.find((folder) => formNameOf(folder) === name) ?? null
}

function templates(): Template[] {
  const title = (template: string) =>
    (JSON.parse(readFileSync(path.join(templatesFolder, template, 'texts.ja.json'), 'utf8')) as { title: string }).title
  return templateNames()
    .map((template) => ({ template, title: title(template), isComplete: isCompleteTemplate(template) }))
    .toSorted((a, b) => Number(b.isComplete) - Number(a.isComplete))
}

function create({ folders }: StudioOptions, { tenant, service, type, template, title }: NewFormRequest): Answer {
  const [root = '.'] = folders
  const names = [tenant, service, type]
  if (!isTenantName(tenant) || !isFormName(service) || !isFormName(type) || !templateNames().includes(template))
    return { status: 400, body: {} }
  if (existsSync(path.join(root, ...names))) return { status: 409, body: {} }
  createForm({ root, tenant, service, type, template, title })
  return ok({ name: names.join('/') })
}

/** Writes the page's changes; outside changes in the same files are kept if they do not overlap. */
function save(folder: string, { before, after }: SaveRequest): Answer {
  const disk = readFormFiles(folder)
  const result = new Map(Object.entries(disk))
  for (const [file, text] of Object.entries(after)) {
    if (!/^(?:form|service|texts\.[a-z-]+|(?:valid|invalid)\/[\w-]+)\.json$/.test(file))
      return { status: 400, body: {} }
    const merged = mergeFile(before[file] ?? null, text, disk[file] ?? null)
    if (merged === undefined) return { status: 409, body: { kind: 'conflict', files: disk } satisfies Saved }
    if (merged === null) result.delete(file)
    else result.set(file, merged)
  }
  const files: FormFiles = Object.fromEntries(result)
  writeFormFiles(folder, disk, files)
  return ok({ kind: 'saved', files } satisfies Saved)
}
