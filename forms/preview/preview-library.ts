import { formNameOf } from '../source/form-folder.ts'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Answers } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { buildForm } from '../build/build-form.ts'
import type { BuiltForm } from '../build/build-form.ts'
import { untestedBranches } from '../check/test-form.ts'
import { checkForm, tenantWarnings } from '../check/check-form.ts'
import { checkService } from '../check/check-service.ts'
import type { CheckedForm } from '../check/check-form.ts'
import { clerkFindings } from '../source/clerk-findings.ts'
import type { ClerkFinding } from '../source/clerk-findings.ts'
import { findSources, serviceFile } from '../source/find-sources.ts'
import { feeOfAnswers } from '../samples/fee-samples.ts'
import { tenantFile, tenantFolderOf } from '../source/tenant-source.ts'
import { schemasOf } from '../samples/form-runner.ts'
import { repairedForm } from './repaired-form.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import { isUsable } from '../samples/rjsf-verdict.ts'
import type { SourceForm } from '../source/load-source.ts'
import type { Language } from '../../src/lib/language.ts'
import { checkedForm, loadSamples } from '../samples/samples.ts'

/** What the preview shows of one form. */
export type PreviewForm = {
  /** `tenant/service/type` */
  name: string
  folder: string
  /** The version shown; `null` if no part of the form could ever be built. */
  formVersion: string | null
  /**
   * Whether the shown form is the one on disk, this one without what has errors, parts of it, or an earlier state; `ended` if its check took too long,
   * `failed` if a defect of this tool ended it.
   */
  shown: 'whole' | 'repaired' | 'part' | 'earlier' | 'nothing' | UncheckedState
  steps: string[]
  /** `fee`: what the answers cost in yen; absent without a fee, null if the form has no amount for them. */
  samples: { name: string; answers: Answers; fee?: number | null }[]
  findings: ClerkFinding[]
}

export type PreviewLibrary = {
  names(): string[]
  /** One form as it is now; `null` if there is none of that name. */
  form(name: string, language: Language): PreviewForm | null
  /** Reads the forms of a changed file again; returns the names of those that have changed. */
  refresh(file: string): string[]
  /** A file of a version that is shown now or was shown earlier. */
  builtFile(name: string, formVersion: string, file: string): string | null
}

/** Why a form could not be checked. */
export type UncheckedState = 'ended' | 'failed'

/** A form during its check: its folder and the files in it. */
export type Reading = { folder: string; content: string }

type Watched = {
  /** Forms not to check, because that was ended, by their folder and content. */
  ended: ReadonlyMap<string, string>
  /** Called before each form is checked, and with `null` after it. */
  onReading: (reading: Reading | null) => void
}

type Entry = Omit<PreviewForm, 'findings'> & {
  findings: (language: Language) => ClerkFinding[]
  versions: Map<string, BuiltForm>
  /** The files of the folder, as they were read. */
  content: string
}

/** Forms below some folders, built in memory when they are first shown and whenever they change then. */
export function createPreviewLibrary(
  folders: readonly string[],
  watched?: Watched,
  checkOf: typeof checkForm = checkForm,
): PreviewLibrary {
  const entries = new Map<string, Entry>()

  function read(folder: string): void {
    const content = contentOf(folder)
    if (watched?.ended.get(folder) === content) {
      entries.set(formNameOf(folder), uncheckedEntry(folder, content, 'ended'))
      return
    }
    watched?.onReading({ folder, content })
    try {
      check(folder, content)
    } catch (cause) {
      // Only a defect of a rule throws. The other forms are not to suffer from it.
      console.error(cause)
      entries.set(formNameOf(folder), uncheckedEntry(folder, content, 'failed'))
    }
    watched?.onReading(null)
  }

  function check(folder: string, content: string): void {
    const now = Date.now()
    const name = formNameOf(folder)
    const known = entries.get(name)
    const versions = known?.versions ?? new Map<string, BuiltForm>()
    const shown = (file: string) => file
    const checked = checkOf(folder, { now, shown })
    const made = makeShown(checked, (formText) => checkOf(folder, { now, shown, formText }))
    if (made) versions.set(made.built.definition.formVersion, made.built)
    const earlier =
      known && known.formVersion !== null
        ? { formVersion: known.formVersion, shown: 'earlier' as const, steps: known.steps, samples: known.samples }
        : null
    const part = made && made.shown === 'part' ? earlier : null
    const current =
      part ??
      (made
        ? {
            formVersion: made.built.definition.formVersion,
            shown: made.shown,
            steps: made.built.definition.steps.map(({ id }) => id),
            samples: samplesOf(made.form, made.checked, now),
          }
        : (earlier ?? { formVersion: null, shown: 'nothing' as const, steps: [], samples: [] }))
    const shared = [
      ...(checkService(path.dirname(folder), (file) => file)?.problems ?? []),
      ...tenantWarnings(folder, (file) => file),
    ]
    const problems = [...checked.problems, ...shared, ...untestedBranches(checked)]
    const findings = (language: Language) => clerkFindings(problems, checked.form, language)
    entries.set(name, { name, folder, content, findings, versions, ...current })
  }

  /** A folder of many forms takes long to check, so each form is checked when it is first shown. */
  function entryOf(name: string): Entry | undefined {
    const known = entries.get(name)
    // A form is no longer in `ended` if it must be checked once more.
    if (!known || (known.shown === 'ended' && watched?.ended.get(known.folder) !== known.content)) {
      const folder = findSources(folders).folders.find((one) => formNameOf(one) === name)
      if (folder !== undefined) read(folder)
    }
    return entries.get(name)
  }

  return {
    names: () => findSources(folders).folders.map(formNameOf),
    form(name, language) {
      const entry = entryOf(name)
      if (!entry) return null
      const { findings, versions: _versions, content: _content, ...rest } = entry
      return { ...rest, findings: findings(language) }
    },
    refresh(file) {
      const found = findSources(folders).folders
      const own = found.filter((folder) => file.startsWith(`${folder}${path.sep}`) || file === serviceOf(folder))
      // Any form may use a shared part.
      const isShared = own.length === 0
      const touched = isShared ? found : own
      for (const folder of touched) {
        const entry = entries.get(formNameOf(folder))
        // A check may have read the change before it was reported.
        if (entry && (isShared || entry.content !== contentOf(folder))) read(folder)
      }
      return touched.map(formNameOf)
    },
    builtFile(name, formVersion, file) {
      const files = entryOf(name)?.versions.get(formVersion)?.files ?? {}
      return Object.hasOwn(files, file) ? (files[file] ?? null) : null
    },
  }
}

function uncheckedEntry(folder: string, content: string, shown: UncheckedState): Entry {
  return {
    name: formNameOf(folder),
    folder,
    content,
    findings: () => [],
    versions: new Map(),
    formVersion: null,
    shown,
    steps: [],
    samples: [],
  }
}

function serviceOf(folder: string): string {
  return path.join(path.dirname(folder), serviceFile)
}

function contentOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const shared = [serviceOf(folder), path.join(tenantFolderOf(folder), tenantFile)]
  return JSON.stringify([
    ...files.map(({ parentPath, name }) => [parentPath, name, readFileSync(path.join(parentPath, name), 'utf8')]),
    ...shared.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)),
  ])
}

type Shown = { form: SourceForm; checked: CheckedForm; built: BuiltForm; shown: 'whole' | 'repaired' | 'part' }

function makeShown(checked: CheckedForm, check: (formText: string) => CheckedForm): Shown | null {
  const { form, usable } = checked
  if (usable) return { form, checked, built: buildForm(form), shown: 'whole' }
  const repaired = repairedForm(checked, check)
  if (repaired) {
    return { form: repaired.form, checked: repaired, built: buildForm(repaired.form), shown: 'repaired' }
  }
  const part = withoutBrokenParts(checked)
  if (part.steps.length === 0 || !schemasOf(part).every(isUsable)) return null
  return { form: part, checked, built: buildForm(part), shown: 'part' }
}

/** The steps without errors, each on its own. */
function withoutBrokenParts({ form, problems }: CheckedForm): SourceForm {
  const broken = problems.filter(({ source }) => source === form.source).map(({ pointer }) => `${pointer}/`)
  const steps = form.steps
    .filter(({ pointer, root }) => !broken.some((place) => place.startsWith(`${pointer}/`)) && root.children.length > 0)
    .map((step) => ({ ...step, visibleWhen: undefined }))
  const { engine, layout } = form.value
  return { ...form, steps, conditions: {}, value: { engine, ...(layout === undefined ? {} : { layout }) } }
}

/** The author's samples, and answers generated for every field. */
function samplesOf(form: SourceForm, checked: CheckedForm, now: number): PreviewForm['samples'] {
  const { usable } = checked
  const own = (usable?.samples ?? loadSamples(form, (file) => file, now)).valid.map(({ name, answers }) => ({
    name,
    answers,
    ...(usable && form.value.fee !== undefined ? { fee: feeOfAnswers(form, answers) } : {}),
  }))
  if (!usable) return own
  const made = generateAnswers(checkedForm(form), usable.runner, 0, now)
  return isRecord(made) ? [...own, { name: '*', answers: made }] : own
}
