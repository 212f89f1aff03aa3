import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Definition, FormTexts, Manifest } from '../../form-model/definition.ts'
import { servicesAt, versionAt } from '../../form-model/planned-version.ts'
import { sandboxFile, tenantFile } from '../../forms/source/tenant-source.ts'
import type { PortalTenant, SandboxSource } from '../../forms/source/tenant-source.ts'

export type FormAddress = { tenantId: string; serviceId: string; type: string; formVersion: string }

export type BuiltForm = {
  definition: Definition
  texts: { ja: FormTexts; [language: string]: FormTexts }
}

/**
 * The published definitions, as `forms build` writes them; the sandbox validates with the ones that the portal shows.
 */
export type FormLibrary = {
  /** The tenants of the portal, each with the time of its last change; one published later replaces an earlier one. */
  tenants: () => PublishedTenant[]
  /** The version for new applications; null if the form is not published. */
  currentVersion: (tenantId: string, serviceId: string, type: string) => string | null
  isPublished: (form: FormAddress) => boolean
  /** The services of a tenant by id; a service published later replaces an earlier one of the same id. */
  services: (tenantId: string) => Manifest['services']
  /** Whether this version was once the current one and accepts no new applications. */
  isSuperseded: (form: FormAddress) => boolean
  /** Marks a version as superseded, for tests that have only one. */
  supersede: (form: FormAddress) => void
  /** Publishes another folder of built forms in addition to the present ones; older versions stay. */
  publish: (folder: string) => void
  /** Reverts `supersede` and `publish`. */
  reset: () => void
  /** The folder of a published file and its name in it (`minato-city/…/definition.json`). */
  fileOf: (name: string) => { folder: string; name: string }
  load: (form: FormAddress) => BuiltForm | null
}

export type PublishedTenant = {
  tenantId: string
  tenant: PortalTenant
  sandbox: SandboxSource
  /** Differs after each change of its files. */
  state: string
}

type Published = Manifest['forms'][string][string]

/** @param now the time in ms since the epoch, which decides about versions that are published for a later time */
export function createFormLibrary(formsDir: string, now: () => number = Date.now): FormLibrary {
  const folders = [formsDir]
  const read = new Map<string, { modified: number; content: unknown }>()
  const loaded = new Map<string, BuiltForm>()
  const superseded = new Set<string>()

  /** Reads a file again whenever it changes: something may be published while the sandbox runs. */
  function latest(file: string): { modified: number; content: unknown } | null {
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (modified === undefined) return null
    const known = read.get(file)
    if (known?.modified === modified) return known
    const found = { modified, content: JSON.parse(readFileSync(file, 'utf8')) as unknown }
    read.set(file, found)
    return found
  }

  function manifestOf(folder: string, tenantId: string): Manifest | null {
    return (latest(path.join(folder, tenantId, 'manifest.json'))?.content ?? null) as Manifest | null
  }

  function tenantIn(folder: string, tenantId: string): PublishedTenant | null {
    const tenant = latest(path.join(folder, tenantId, tenantFile))
    if (tenant === null) return null
    const sandbox = latest(path.join(folder, tenantId, sandboxFile))
    return {
      tenantId,
      tenant: tenant.content as PortalTenant,
      sandbox: (sandbox?.content ?? {}) as SandboxSource,
      state: `${folder} ${tenant.modified} ${sandbox?.modified ?? ''}`,
    }
  }

  function publishedIn(folder: string, tenantId: string, serviceId: string, type: string): Published | undefined {
    const forms = manifestOf(folder, tenantId)?.forms
    const types = forms !== undefined && Object.hasOwn(forms, serviceId) ? forms[serviceId] : undefined
    return types !== undefined && Object.hasOwn(types, type) ? types[type] : undefined
  }

  function currentVersion(tenantId: string, serviceId: string, type: string): string | null {
    const newest = folders.findLast((folder) => publishedIn(folder, tenantId, serviceId, type) !== undefined)
    const form = newest === undefined ? undefined : publishedIn(newest, tenantId, serviceId, type)
    return form === undefined ? null : versionAt(form, now())
  }

  function isPublished({ tenantId, serviceId, type, formVersion }: FormAddress): boolean {
    return folders.some((folder) =>
      publishedIn(folder, tenantId, serviceId, type)?.versions.some((version) => version.formVersion === formVersion),
    )
  }

  function fileOf(name: string): { folder: string; name: string } {
    const folder = folders.findLast((each) => existsSync(path.join(each, name))) ?? formsDir
    return { folder, name }
  }

  return {
    tenants() {
      const found = folders.flatMap((folder) =>
        (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
          .filter((entry) => entry.isDirectory())
          .flatMap(({ name }) => tenantIn(folder, name) ?? []),
      )
      return [...new Map(found.map((tenant) => [tenant.tenantId, tenant])).values()]
    },
    services: (tenantId) =>
      Object.fromEntries(
        folders.flatMap((folder) => {
          const manifest = manifestOf(folder, tenantId)
          return manifest === null ? [] : Object.entries(servicesAt(manifest, now()))
        }),
      ),
    currentVersion,
    isPublished,
    isSuperseded: (form) =>
      superseded.has(addressOf(form)) ||
      (isPublished(form) && currentVersion(form.tenantId, form.serviceId, form.type) !== form.formVersion),
    supersede: (form) => void superseded.add(addressOf(form)),
    publish: (folder) => void folders.push(folder),
    reset: () => {
      folders.length = 1
      superseded.clear()
    },
    fileOf,
    load(form) {
      if (!isPublished(form)) return null
      const address = addressOf(form)
      const { folder } = fileOf(path.join(address, 'definition.json'))
      const place = path.join(folder, address)
      const known = loaded.get(place) ?? readForm(place)
      loaded.set(place, known)
      return known
    },
  }
}

function addressOf({ tenantId, serviceId, type, formVersion }: FormAddress): string {
  return path.join(tenantId, serviceId, type, formVersion)
}

function readForm(folder: string): BuiltForm {
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
  const texts = readdirSync(folder).flatMap((name): [string, FormTexts][] => {
    const [, language] = /^texts\.(.+)\.json$/.exec(name) ?? []
    return language === undefined ? [] : [[language, read(name) as FormTexts]]
  })
  return {
    definition: read('definition.json') as Definition,
    texts: { ja: read('texts.ja.json') as FormTexts, ...Object.fromEntries(texts) },
  }
}
