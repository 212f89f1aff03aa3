import { Autocomplete, Button, FileButton, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { use, useEffect, useRef, useState } from 'react'
import { copyPrefix } from './copy-prefix.ts'
import { studioHost } from './studio-host.ts'
import type { Imported, ImportRequest, NewFormRequest, ServiceTexts, TakenName, Template } from './studio-host.ts'
import { idInputProps } from './shell/id-input.ts'
import { Choose } from './shell/Choose.tsx'
import { StudioExtrasContext } from './shell/studio-extras.ts'
import { ImportReport } from './ImportReport.tsx'
import { StudioDialog } from './StudioDialog.tsx'
import { TakenNameNotice, typeWords } from './TakenName.tsx'
import { titleIn } from './studio-texts.ts'
import type { Say, StudioLanguage, StudioText } from './studio-texts.ts'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { isNamedType, namedTypes } from '../source/named-types.ts'
import { languages } from '../../src/lib/language.ts'
import { isFormName, isTenantName, serviceIdOf, typedId } from '../source/form-name.ts'
import { TaskEnded } from '../preview/guarded-tasks.ts'
import { unreferredFiles } from '../import/unreferred-files.ts'
import { publishedTemplate } from '../templates/published-template.ts'

/** What the author wants: a form from a template, or an imported one. */
type Wanted = { kind: 'template'; request: NewFormRequest } | { kind: 'import'; request: ImportRequest }

type Props = {
  say: Say
  language: StudioLanguage
  /** The tenant that the author works for, if that is known. */
  tenant?: string | undefined
  onClose: () => void
  onCreated: (name: string) => void
}

/**
 * A new form from a template, or from the schema of another body: a complete template keeps its texts, a blank one is named
 * after its title.
 */
export function NewFormDialog({ say, language, tenant: ownTenant, onClose, onCreated }: Props) {
  const { Problem, isRefused } = use(StudioExtrasContext)
  const [templates, setTemplates] = useState<Template[]>([])
  const [template, setTemplate] = useState<string | null>(null)
  const [tenants, setTenants] = useState<string[]>([])
  const [typedTenant, setTypedTenant] = useState<string | null>(null)
  const [only, another] = tenants
  const shownTenant = typedTenant ?? ownTenant ?? (another === undefined ? only : undefined) ?? ''
  const tenant = typedId(shownTenant)
  const [ownService, setOwnService] = useState<string | null>(null)
  const [title, setTitle] = useState<ServiceTexts>({})
  const [summary, setSummary] = useState<ServiceTexts>({})
  const [ownType, setOwnType] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  /** Why the name is not free, and the form that was wanted. */
  const [taken, setTaken] = useState<{ why: TakenName; wanted: Wanted } | null>(null)
  const [chosenFiles, setChosenFiles] = useState<Pick<ImportRequest, 'file' | 'others'> | null>(null)
  const [imported, setImported] = useState<(Imported & { kind: 'imported' }) | null>(null)
  /** The browser reports the same file again only after a reset. */
  const resetFile = useRef<() => void>(null)
  useEffect(() => {
    studioHost()
      .templates()
      .then(setTemplates, () => setFailure(say('new.failed')))
    studioHost()
      .tenants()
      .then(setTenants, () => setFailure(say('new.failed')))
  }, [say])
  const chosen = templates.find((one) => one.template === template)
  const copied = chosen?.template.startsWith(copyPrefix) === true ? chosen.template.slice(copyPrefix.length) : null
  const proposed = chosenFiles
    ? serviceIdOf(chosenFiles.file.name)
    : chosen?.isComplete === true && copied === null
      ? chosen.template
      : ''
  const shownService = ownService ?? proposed
  const service = typedId(shownService)
  const type = ownType ?? copied?.split('/')[2] ?? (isNamedType(template ?? '') ? template : null) ?? 'individual'
  const titleLabel = copied !== null ? 'new.titleCopy' : chosen?.isComplete === true ? 'new.titleOptional' : 'new.title'
  const onEdited = () => {
    setFailure(null)
    setTaken(null)
  }
  const read = async (given: readonly File[]) => {
    resetFile.current?.()
    onEdited()
    setTemplate(null)
    const files = await Promise.all(
      given.map(async (one) => ({ name: one.name, bytes: new Uint8Array(await one.arrayBuffer()) })),
    )
    const [file, another] = unreferredFiles(files)
    const isOne = file !== undefined && another === undefined
    setChosenFiles(isOne ? { file, others: files.filter((one) => one !== file) } : null)
    if (!isOne) setFailure(say('new.importOne'))
  }
  const send = async (wanted: Wanted) => {
    onEdited()
    const answer =
      wanted.kind === 'import'
        ? await studioHost().importForm(wanted.request, language)
        : await studioHost().create(wanted.request)
    if (answer.kind === 'created') onCreated(answer.name)
    else if (answer.kind === 'imported') setImported(answer)
    else if (answer.kind === 'refused') {
      const reasons = answer.notes.map(({ at, sentences }) => [at, ...sentences].join(' '))
      setFailure([say('new.importRefused'), ...reasons].join('\n'))
    } else setTaken({ why: answer, wanted })
  }
  const submit = (wanted: Wanted) =>
    void send(wanted).catch((cause: unknown) =>
      setFailure(say(cause instanceof TaskEnded ? 'new.importTooLong' : 'new.failed')),
    )
  const names = { tenant, service, type }
  const wanted: Wanted = chosenFiles
    ? { kind: 'import', request: { ...names, ...chosenFiles } }
    : {
        kind: 'template',
        request: { ...names, template: template ?? '', title: written(title), summary: written(summary) },
      }
  const problem = () => {
    if (chosen === undefined && chosenFiles === null) return say('new.noTemplate')
    if (chosen?.isComplete === false && written(title).ja === undefined) return say('new.noTitle')
    if (tenant.trim() === '') return say('new.noTenant')
    if (!isTenantName(tenant)) return say('new.wrongId', { field: say('new.tenant') })
    if (service.trim() === '') return say('new.noService')
    return isFormName(service) ? null : say('new.wrongId', { field: say('new.service') })
  }
  if (imported)
    return (
      <StudioDialog say={say} onClose={() => onCreated(imported.name)} title={say('import.title')} size="lg">
        <ImportReport imported={imported} say={say} onOpen={() => onCreated(imported.name)} />
      </StudioDialog>
    )
  return (
    <StudioDialog say={say} onClose={onClose} title={say('new')} size="lg">
      <form
        // What an author corrects is checked again with the button.
        onChange={onEdited}
        onSubmit={(event) => {
          event.preventDefault()
          const found = problem()
          onEdited()
          if (found === null) submit(wanted)
          else setFailure(found)
        }}
      >
        <Stack>
          <Select
            label={say('new.template')}
            data={groupsOf(templates, say)}
            value={template}
            onChange={(next) => {
              setTemplate(next)
              setChosenFiles(null)
              onEdited()
            }}
            searchable
            data-autofocus
            // The list itself scrolls: keys move in it, which no scroll area around it tells a screen reader.
            withScrollArea={false}
            styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
            comboboxProps={{ withinPortal: false }}
          />
          <Group gap="xs">
            <FileButton
              resetRef={resetFile}
              accept=".json"
              multiple
              onChange={(given) => void read(given).catch(() => setFailure(say('new.failed')))}
            >
              {(button) => (
                <Button {...button} variant="default" size="compact-md">
                  {say('new.import')}
                </Button>
              )}
            </FileButton>
            <Text size="sm" role="status">
              {chosenFiles ? say('new.importing', { file: namesOf(chosenFiles).join(say('list.comma')) }) : ''}
            </Text>
          </Group>
          {chosenFiles === null && (
            <>
              <WordsFields label={say(titleLabel)} value={title} say={say} onChange={setTitle} />
              <WordsFields label={say('new.summary')} value={summary} say={say} onChange={setSummary} />
            </>
          )}
          <Autocomplete
            label={say('new.tenant')}
            description={say('new.tenantHelp')}
            // The field contains a municipality that has forms; typing replaces it.
            onFocus={({ currentTarget }) => currentTarget.select()}
            data={tenants}
            value={shownTenant}
            onChange={(next) => {
              setTypedTenant(next)
              onEdited()
            }}
            comboboxProps={{ withinPortal: false }}
            {...idInputProps(setTypedTenant)}
          />
          <TextInput
            label={say('new.service')}
            description={say('new.idHelp')}
            value={shownService}
            onChange={({ currentTarget }) => setOwnService(currentTarget.value)}
            {...idInputProps(setOwnService)}
          />
          <Choose
            label={say('new.type')}
            description={say('new.typeHelp')}
            // A copied form may be for other applicants.
            choices={[...new Set([...namedTypes, type])].map((one) => ({ value: one, label: typeWords(one, say) }))}
            value={type}
            onChoose={setOwnType}
          />
          {failure !== null && (
            <Text role="alert" component="div" c="var(--studio-error)" style={{ whiteSpace: 'pre-line' }}>
              {Problem && isRefused?.() === true ? <Problem language={language} /> : failure}
            </Text>
          )}
          {taken !== null && (
            <TakenNameNotice
              key={taken.why.kind}
              taken={taken.why}
              type={taken.wanted.request.type}
              say={say}
              onOpen={() => onCreated(taken.why.name)}
              onRestore={(other) =>
                submit({
                  kind: 'template',
                  request: { ...names, type: other, template: publishedTemplate, title: {}, summary: {} },
                })
              }
              onRemoveLeftover={() => submit(removingLeftover(taken.wanted))}
            />
          )}
          <Button type="submit">{say('new.create')}</Button>
        </Stack>
      </form>
    </StudioDialog>
  )
}

type WordsProps = { label: string; value: ServiceTexts; say: Say; onChange: (value: ServiceTexts) => void }

/** A text in each language; only Japanese may be needed. */
function WordsFields({ label, value, say, onChange }: WordsProps) {
  return (
    <Group grow align="end" gap="xs">
      {languages.map((language) => (
        <TextInput
          key={language}
          lang={spokenLanguage(language)}
          label={titleIn(language, label, say)}
          value={value[language] ?? ''}
          onChange={({ currentTarget }) => onChange({ ...value, [language]: currentTarget.value })}
        />
      ))}
    </Group>
  )
}

function namesOf({ file, others }: Pick<ImportRequest, 'file' | 'others'>): string[] {
  return [file, ...others].map(({ name }) => name)
}

function removingLeftover(wanted: Wanted): Wanted {
  return wanted.kind === 'import'
    ? { kind: 'import', request: { ...wanted.request, removesLeftover: true } }
    : { kind: 'template', request: { ...wanted.request, removesLeftover: true } }
}

/** Without what is blank. */
function written(texts: ServiceTexts): ServiceTexts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) => (text.trim() === '' ? [] : [[language, text.trim()]])),
  )
}

/** What an author begins with most often comes first; each group is in the order of its words. */
function groupsOf(templates: readonly Template[], say: Say) {
  const isCopy = ({ template }: Template) => template.startsWith(copyPrefix)
  const groups: [StudioText, Template[]][] = [
    ['new.blankOnes', templates.filter(({ isComplete }) => !isComplete)],
    ['new.complete', templates.filter((one) => one.isComplete && !isCopy(one))],
    ['new.copies', templates.filter(isCopy)],
  ]
  return groups
    .filter(([, members]) => members.length > 0)
    .map(([group, members]) => ({
      group: say(group),
      items: members
        .map((one) => ({ value: one.template, label: labelOf(one, say) }))
        .toSorted((one, other) => one.label.localeCompare(other.label, 'ja')),
    }))
}

function labelOf({ template, title, isComplete }: Template, say: Say): string {
  if (template.startsWith(copyPrefix)) return say('new.copy', { title, name: template.slice(copyPrefix.length) })
  return isComplete ? title : say('new.blank', { title })
}
