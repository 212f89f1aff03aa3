import { Autocomplete, Button, Group, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { use, useEffect, useState } from 'react'
import { copyPrefix } from './copy-prefix.ts'
import { studioHost } from './studio-host.ts'
import type { ServiceTexts, Template } from './studio-host.ts'
import { idInputProps } from './shell/id-input.ts'
import { StudioExtrasContext } from './shell/studio-extras.ts'
import { StudioDialog } from './StudioDialog.tsx'
import { titleIn } from './studio-texts.ts'
import type { Say, StudioLanguage, StudioText } from './studio-texts.ts'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { isNamedType, namedTypes } from '../source/named-types.ts'
import { languages } from '../../src/lib/language.ts'
import { isFormName, isTenantName, typedId } from '../source/form-name.ts'

type Props = {
  say: Say
  language: StudioLanguage
  /** The tenant that the author works for; the first one if none is open. */
  tenant?: string | undefined
  onClose: () => void
  onCreated: (name: string) => void
}

/** A new form from a template: a complete template keeps its texts, a blank one is named after its title. */
export function NewFormDialog({ say, language, tenant: ownTenant, onClose, onCreated }: Props) {
  const { Problem, isRefused } = use(StudioExtrasContext)
  const [templates, setTemplates] = useState<Template[]>([])
  const [template, setTemplate] = useState<string | null>(null)
  const [tenants, setTenants] = useState<string[]>([])
  const [typedTenant, setTypedTenant] = useState<string | null>(null)
  const shownTenant = typedTenant ?? ownTenant ?? tenants[0] ?? ''
  const tenant = typedId(shownTenant)
  const [ownService, setOwnService] = useState<string | null>(null)
  const [title, setTitle] = useState<ServiceTexts>({})
  const [summary, setSummary] = useState<ServiceTexts>({})
  const [ownType, setOwnType] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  /** The form that has the wanted name. */
  const [existing, setExisting] = useState<string | null>(null)
  useEffect(() => {
    studioHost()
      .templates()
      .then(setTemplates, (cause: unknown) => setFailure(String(cause)))
    studioHost()
      .tenants()
      .then(setTenants, (cause: unknown) => setFailure(String(cause)))
  }, [])
  const chosen = templates.find((one) => one.template === template)
  const copied = chosen?.template.startsWith(copyPrefix) === true ? chosen.template.slice(copyPrefix.length) : null
  const shownService = ownService ?? (chosen?.isComplete === true && copied === null ? chosen.template : '')
  const service = typedId(shownService)
  const type = ownType ?? copied?.split('/')[2] ?? (isNamedType(template ?? '') ? template : null) ?? 'individual'
  const titleLabel = copied !== null ? 'new.titleCopy' : chosen?.isComplete === true ? 'new.titleOptional' : 'new.title'
  const onEdited = () => {
    setFailure(null)
    setExisting(null)
  }
  const create = async () => {
    const created = await studioHost().create({
      tenant,
      service,
      type,
      template: template ?? '',
      title: written(title),
      summary: written(summary),
    })
    if (created.kind === 'created') return onCreated(created.name)
    setFailure(say(`new.${created.kind}`))
    setExisting(created.kind === 'exists' ? created.name : null)
  }
  const problem = () => {
    if (chosen === undefined) return say('new.noTemplate')
    if (!chosen.isComplete && written(title).ja === undefined) return say('new.noTitle')
    if (tenant.trim() === '') return say('new.noTenant')
    if (!isTenantName(tenant)) return say('new.wrongId', { field: say('new.tenant') })
    if (service.trim() === '') return say('new.noService')
    return isFormName(service) ? null : say('new.wrongId', { field: say('new.service') })
  }
  return (
    <StudioDialog say={say} onClose={onClose} title={say('new')} size="lg">
      <form
        // What an author corrects is checked again with the button.
        onChange={onEdited}
        onSubmit={(event) => {
          event.preventDefault()
          const found = problem()
          setFailure(found)
          setExisting(null)
          if (found === null) create().catch((cause: unknown) => setFailure(String(cause)))
        }}
      >
        <Stack>
          <Select
            label={say('new.template')}
            data={groupsOf(templates, say)}
            value={template}
            onChange={(next) => {
              setTemplate(next)
              onEdited()
            }}
            searchable
            data-autofocus
            // The list itself scrolls: keys move in it, which no scroll area around it tells a screen reader.
            withScrollArea={false}
            styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
            comboboxProps={{ withinPortal: false }}
          />
          <WordsFields label={say(titleLabel)} value={title} say={say} onChange={setTitle} />
          <WordsFields label={say('new.summary')} value={summary} say={say} onChange={setSummary} />
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
          <NativeSelect
            label={say('new.type')}
            description={say('new.typeHelp')}
            // A copied form may be for other applicants.
            data={[...new Set([...namedTypes, type])].map((one) => ({
              value: one,
              label: isNamedType(one) ? say(`new.type.${one}`) : one,
            }))}
            value={type}
            onChange={({ currentTarget }) => setOwnType(currentTarget.value)}
          />
          {failure !== null && (
            <Text role="alert" component="div" c="var(--studio-error)">
              {Problem && isRefused?.() === true ? <Problem language={language} /> : failure}
            </Text>
          )}
          {existing !== null && (
            <Button variant="default" onClick={() => onCreated(existing)}>
              {say('new.openExisting')}
            </Button>
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
