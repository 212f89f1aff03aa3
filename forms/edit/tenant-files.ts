import type { ServiceText } from '../../form-model/definition.ts'
import { isRecord, recordOf } from '../../form-model/record.ts'
import { languages } from '../../src/lib/language.ts'
import { sandboxFile, tenantFile } from '../source/tenant-source.ts'
import type { LogoFile, PortalTenant, SandboxSource } from '../source/tenant-source.ts'
import { logoFiles } from '../source/tenant-source.ts'
import type { FormFiles } from './commands.ts'
import { bytesOf } from './image-text.ts'
import { readValue, removeValue } from './json-text.ts'

/** The portal's own blue. */
const firstColor = '#1B4F9C'

/**
 * The files of a new tenant by name: its description, and users for the sandbox. Contact and pages are left to the tenant;
 * the check names them.
 */
export function newTenantFiles(tenantId: string, title: string): FormFiles {
  const tenant: PortalTenant = {
    $schema: '../tenant.schema.json',
    displayName: { ja: title === '' ? tenantId : title },
    // Those of the templates.
    locales: [...languages],
    primaryColor: firstColor,
    orderNoun: 'application',
  }
  const sandbox: SandboxSource = {
    $schema: '../sandbox.schema.json',
    users: [
      { email: 'hanako@example.jp', purpose: '個人の利用者' },
      { email: 'soumu@example.jp', purpose: '法人の利用者', kind: 'corporation' },
    ],
  }
  return {
    [tenantFile]: `${JSON.stringify(tenant, null, 2)}\n`,
    [sandboxFile]: `${JSON.stringify(sandbox, null, 2)}\n`,
  }
}

/** Removes a value, and the objects around it that have no other. */
export function removeWithEmptyParents(text: string, pointer: string): string {
  const removed = removeValue(text, pointer)
  const parent = pointer.slice(0, pointer.lastIndexOf('/'))
  const rest = parent === '' ? undefined : readValue(removed, parent)
  return isRecord(rest) && Object.keys(rest).length === 0 ? removeWithEmptyParents(removed, parent) : removed
}

/** Whether residents can open the pages of a tenant, as far as its files decide it. */
export type PortalState = 'open' | 'missing' | 'suspended' | 'off'

export function portalStateOf(files: FormFiles): PortalState {
  if (tenantLook(files) === null) return 'missing'
  const sandbox = files[sandboxFile] ?? '{}'
  if (readValue(sandbox, '/webApplication') === false) return 'off'
  return readValue(sandbox, '/state') === 'SUSPENDED' ? 'suspended' : 'open'
}

/** What the pages of a tenant look like. */
export type TenantLook = {
  displayName: ServiceText
  primaryColor: string | null
  /** An address with the content of the file. */
  logo: string | null
  /** The tenant's own texts by language, in the order of its file. */
  texts: { [language: string]: string[] }
}

/** The look that the files of a form give its tenant; `null` for a tenant that is not in the portal. */
export function tenantLook(files: FormFiles): TenantLook | null {
  const read = (pointer: string) => readValue(files[tenantFile] ?? '{}', pointer)
  const [displayName, primaryColor, logo] = [read('/displayName'), read('/primaryColor'), read('/logo')]
  if (!isRecord(displayName) || typeof displayName.ja !== 'string') return null
  const names = Object.entries(displayName).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const own = Object.entries(recordOf(read('/texts')))
  const isText = (text: unknown) => typeof text === 'string'
  const name = logoFiles.find((known) => known === logo)
  return {
    displayName: { ja: displayName.ja, ...Object.fromEntries(names) },
    primaryColor: typeof primaryColor === 'string' ? primaryColor : null,
    logo: name === undefined ? null : logoAddress(name, files[name]),
    texts: Object.fromEntries(own.map(([tag, texts]) => [tag, Object.values(recordOf(texts)).filter(isText)])),
  }
}

function logoAddress(name: LogoFile, text: string | undefined): string | null {
  if (text === undefined) return null
  return name === 'logo.png'
    ? `data:image/png;base64,${text}`
    : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
}

/** The content of a logo among the files of a form; `null` if it is missing. */
export function logoBytes(files: FormFiles, name: LogoFile): Uint8Array | null {
  const text = files[name]
  if (text === undefined) return null
  return name === 'logo.png' ? bytesOf(text) : new TextEncoder().encode(text)
}
