import { Autocomplete, Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { copyPrefix } from './copy-prefix.ts'
import { studioHost } from './studio-host.ts'
import type { Template } from './studio-host.ts'
import { idInputProps } from './shell/id-input.ts'
import { StudioDialog } from './StudioDialog.tsx'
import type { Say } from './studio-texts.ts'
import { isFormName, isTenantName, typedId } from '../source/form-name.ts'

type Props = { say: Say; onClose: () => void; onCreated: (name: string) => void }

/** A new form from a template: a complete template keeps its texts, a blank one is named after its title. */
export function NewFormDialog({ say, onClose, onCreated }: Props) {
  const [templates, setTemplates] = useState<Template[]>([])
  const [template, setTemplate] = useState<string | null>(null)
  const [tenants, setTenants] = useState<string[]>([])
  const [typedTenant, setTypedTenant] = useState<string | null>(null)
  const shownTenant = typedTenant ?? tenants[0] ?? ''
  const tenant = typedId(shownTenant)
  const [ownService, setOwnService] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
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
  const create = async () => {
    const words = title.trim()
    const isBlank = chosen?.isComplete !== true
    const name = await studioHost().create({
      tenant,
      service,
      type: copied?.split('/')[2] ?? 'individual',
      template: template ?? '',
      title: words === '' ? {} : { ja: words, ...(isBlank ? { en: words } : {}) },
    })
    if (name === null) setFailure(say('new.exists'))
    else onCreated(name)
  }
  const problem = () => {
    if (chosen === undefined) return say('new.noTemplate')
    if (!chosen.isComplete && title.trim() === '') return say('new.noTitle')
    if (!isTenantName(tenant)) return say('new.wrongId', { field: say('new.tenant') })
    return isFormName(service) ? null : say('new.wrongId', { field: say('new.service') })
  }
  return (
    <StudioDialog say={say} onClose={onClose} title={say('new')} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const found = problem()
          setFailure(found)
          if (found === null) create().catch((cause: unknown) => setFailure(String(cause)))
        }}
      >
        <Stack>
          <Select
            label={say('new.template')}
            data={templates.map((one) => ({
              value: one.template,
              label: labelOf(one, say),
            }))}
            value={template}
            onChange={setTemplate}
            searchable
            data-autofocus
            // The list itself scrolls: keys move in it, which no scroll area around it tells a screen reader.
            withScrollArea={false}
            styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
            comboboxProps={{ withinPortal: false }}
          />
          <TextInput
            label={say(chosen?.isComplete === true ? 'new.titleOptional' : 'new.title')}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <Autocomplete
            label={say('new.tenant')}
            description={say('new.tenantHelp')}
            // The field contains a municipality that has forms; typing replaces it.
            onFocus={({ currentTarget }) => currentTarget.select()}
            data={tenants}
            value={shownTenant}
            onChange={setTypedTenant}
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
          {failure !== null && (
            <Text role="alert" c="var(--studio-error)">
              {failure}
            </Text>
          )}
          <Button type="submit">{say('new.create')}</Button>
        </Stack>
      </form>
    </StudioDialog>
  )
}

function labelOf({ template, title, isComplete }: Template, say: Say): string {
  if (template.startsWith(copyPrefix)) return say('new.copy', { title, name: template.slice(copyPrefix.length) })
  return isComplete ? title : say('new.blank', { title })
}
