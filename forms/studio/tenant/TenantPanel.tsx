import { Button, Checkbox, FileButton, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { recordOf } from '../../../form-model/record.ts'
import { languages } from '../../../src/lib/language.ts'
import { edit } from '../../edit/commands.ts'
import type { FormFiles } from '../../edit/commands.ts'
import { base64Of } from '../../edit/image-text.ts'
import { readValue, setValue } from '../../edit/json-text.ts'
import { newTenantFiles, removeWithEmptyParents, tenantLook } from '../../edit/tenant-files.ts'
import { largestLogo } from '../../rules/logo-rules.ts'
import { logoFiles, tenantFile } from '../../source/tenant-source.ts'
import { toolLanguages } from '../../source/tool-languages.ts'
import { titleIn } from '../studio-texts.ts'
import css from './TenantPanel.module.css'
import { usePublishedTenant } from './use-published-tenant.ts'
import { TenantTexts } from './TenantTexts.tsx'
import { tenantFindings } from './tenant-findings.ts'
import { Choose } from '../shell/Choose.tsx'
import type { Finding } from '../../source/finding.ts'
import type { PanelProps } from '../part-props.ts'

type Props = PanelProps & {
  tenantId: string
  /** Explains why nothing was changed. */
  onRefuse: (reason: string) => void
}

/** The tenant of the form: its name, look, contact and pages. The preview beside it follows each change. */
export function TenantPanel({ tenantId, files, language, say, onChange, onRefuse }: Props) {
  const text = files[tenantFile]
  const isNamed = text !== undefined && readValue(text, '/displayName') !== undefined
  if (!isNamed) return <MissingTenant {...{ tenantId, say, onChange }} />
  return <TenantFields {...{ tenantId, files, language, say, onChange, onRefuse }} text={text} />
}

/** New files would replace those of a tenant that is published from elsewhere. */
function MissingTenant({ tenantId, say, onChange }: Pick<Props, 'tenantId' | 'say' | 'onChange'>) {
  const published = usePublishedTenant(tenantId)
  if (published === null) return null
  const isPublished = tenantLook(published) !== null
  const added = isPublished ? published : newTenantFiles(tenantId, '')
  const title = say(isPublished ? 'tenant.taken' : 'tenant.added', { tenant: tenantId })
  return (
    <Stack gap="xs" align="start">
      <Text>{say(isPublished ? 'tenant.elsewhere' : 'tenant.missing', { tenant: tenantId })}</Text>
      <Button onClick={() => onChange(title, (before) => withTenant(before, added))}>
        {say(isPublished ? 'tenant.take' : 'tenant.add')}
      </Button>
    </Stack>
  )
}

/** A file that only has settings for forms becomes the description of a tenant. */
function withTenant(files: FormFiles, added: FormFiles): FormFiles {
  const known = files[tenantFile]
  if (known === undefined) return { ...added, ...files }
  const values = readValue(added[tenantFile] ?? '{}', '')
  const missing = Object.entries(recordOf(values)).filter(([key]) => readValue(known, `/${key}`) === undefined)
  const text = missing.reduce((json, [key, value]) => setValue(json, `/${key}`, value), known)
  return { ...added, ...files, [tenantFile]: text }
}

const links = ['terms', 'privacy', 'accessibility'] as const

function TenantFields({ files, text, language, say, onChange, onRefuse }: Props & { text: string }) {
  const findings = tenantFindings(files, language)
  const read = (pointer: string) => readValue(text, pointer)
  const written = (pointer: string) => {
    const value = read(pointer)
    return typeof value === 'string' ? value : ''
  }
  const set = (label: string, pointer: string, value: unknown) =>
    onChange(say('tenant.changed', { field: label }), (before) =>
      edit(before, tenantFile, (json) => withValues(json, { [pointer]: value })),
    )
  const warningsOf = (name: string, part: string) => (
    <Warnings
      name={say('tenant.warnings', { field: name })}
      findings={findings.filter(({ pointer, severity }) => severity === 'warning' && pointer.startsWith(part))}
    />
  )
  const errorAt = (pointer: string) =>
    findings.find((finding) => finding.pointer === pointer && finding.severity === 'error')?.message
  const field = (label: string, pointer: string) => {
    // Without its name the tenant would leave the portal: an empty one is an error, a missing one is not.
    const isNeeded = pointer === '/displayName/ja'
    return {
      label,
      value: written(pointer),
      error: isNeeded && written(pointer) === '' ? say('service.empty') : errorAt(pointer),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
        const { value } = currentTarget
        set(label, pointer, value === '' && !isNeeded ? undefined : value)
      },
    }
  }
  const locales = read('/locales')
  const offered = Array.isArray(locales) ? locales : ['ja']
  const days = written('/contact/openingHours/days')
  const color = written('/primaryColor')
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {say('tenant.shared')}
      </Text>
      <Group grow align="start">
        {toolLanguages.map((tag) => (
          <TextInput
            key={tag}
            lang={tag}
            maxLength={60}
            {...field(titleIn(tag, say('tenant.name'), say), `/displayName/${tag}`)}
          />
        ))}
      </Group>
      {warningsOf(say('tenant.name'), '/displayName')}
      <Group align="start" wrap="nowrap">
        <TextInput
          type="color"
          className={css.color ?? ''}
          label={say('tenant.color')}
          value={/^#[0-9a-f]{6}$/i.test(color) ? color : '#000000'}
          onChange={({ currentTarget }) => set(say('tenant.color'), '/primaryColor', currentTarget.value)}
        />
        <TextInput className={css.grow ?? ''} {...field(say('tenant.colorCode'), '/primaryColor')} />
      </Group>
      {warningsOf(say('tenant.color'), '/primaryColor')}
      <Logo {...{ files, say, onChange, onRefuse }} error={errorAt('/logo')} />
      <Group grow align="start">
        <TextInput type="tel" {...field(say('tenant.phone'), '/contact/phone')} />
        <TextInput type="email" {...field(say('tenant.email'), '/contact/email')} />
      </Group>
      <Group grow align="start">
        {toolLanguages.map((tag) => (
          <TextInput
            key={tag}
            lang={tag}
            maxLength={200}
            {...field(titleIn(tag, say('tenant.hours'), say), `/contact/hours/${tag}`)}
          />
        ))}
      </Group>
      <Group grow align="start">
        <Choose
          label={say('tenant.days')}
          value={days}
          choices={(['', 'working-days', 'every-day'] as const).map((value) => ({
            value,
            label: say(`tenant.days.${value === '' ? 'none' : value}`),
          }))}
          onChoose={(next) => {
            const kept = {
              from: written('/contact/openingHours/from') || '08:30',
              to: written('/contact/openingHours/to') || '17:15',
            }
            set(say('tenant.days'), '/contact/openingHours', next === '' ? undefined : { days: next, ...kept })
          }}
        />
        {days !== '' &&
          (['from', 'to'] as const).map((end) => (
            <TextInput key={end} type="time" {...field(say(`tenant.${end}`), `/contact/openingHours/${end}`)} />
          ))}
      </Group>
      {warningsOf(say('tenant.contact'), '/contact')}
      {links.map((name) => (
        <TextInput key={name} type="url" {...field(say(`tenant.${name}`), `/links/${name}`)} />
      ))}
      {warningsOf(say('tenant.pages'), '/links')}
      <TextInput type="url" {...field(say('tenant.line'), '/line/officialAccountUrl')} />
      <TenantTexts
        {...{ text, language, say }}
        languages={languages.filter((tag) => offered.includes(tag))}
        onChange={(changes) =>
          onChange(say('tenant.changed', { field: say('tenant.texts') }), (before) =>
            edit(before, tenantFile, (json) => withValues(json, changes)),
          )
        }
      />
      <Checkbox.Group
        label={say('tenant.locales')}
        value={offered.map(String)}
        onChange={(next) =>
          set(
            say('tenant.locales'),
            '/locales',
            languages.filter((tag) => tag === 'ja' || next.includes(tag)),
          )
        }
      >
        <Group mt="xs">
          {languages.map((tag) => (
            <Checkbox key={tag} value={tag} label={say(`texts.${tag}`)} disabled={tag === 'ja'} />
          ))}
        </Group>
      </Checkbox.Group>
      <Choose
        label={say('tenant.orderNoun')}
        value={written('/orderNoun') || 'application'}
        choices={(['application', 'subscription'] as const).map((value) => ({
          value,
          label: say(`tenant.orderNoun.${value}`),
        }))}
        onChoose={(noun) => set(say('tenant.orderNoun'), '/orderNoun', noun)}
      />
      {(['plainTexts', 'revealsRegistered', 'needsApproval'] as const).map((key) => (
        <Switch
          key={key}
          label={say(`tenant.${key}`)}
          checked={read(`/${key}`) === true}
          onChange={({ currentTarget }) =>
            set(say(`tenant.${key}`), `/${key}`, currentTarget.checked ? true : undefined)
          }
        />
      ))}
    </Stack>
  )
}

/** Without the values that are undefined. */
function withValues(json: string, values: { [pointer: string]: unknown }): string {
  return Object.entries(values).reduce(
    (text, [pointer, value]) =>
      value === undefined ? removeWithEmptyParents(text, pointer) : setValue(text, pointer, value),
    json,
  )
}

type LogoProps = Pick<Props, 'files' | 'say' | 'onChange' | 'onRefuse'> & { error: string | undefined }

function Logo({ files, say, onChange, onRefuse, error }: LogoProps) {
  const [isReading, setIsReading] = useState(false)
  const logo = tenantLook(files)?.logo ?? null
  const title = say('tenant.changed', { field: say('tenant.logo') })
  const choose = async (file: File) => {
    // A larger file would only be refused, and would make each change of the form slow.
    if (file.size > 10 * largestLogo) return onRefuse(say('tenant.logo.tooLarge', { limit: largestLogo / 1024 }))
    const name = file.type === 'image/svg+xml' ? 'logo.svg' : 'logo.png'
    const bytes = new Uint8Array(await file.arrayBuffer())
    const content = name === 'logo.png' ? base64Of(bytes) : new TextDecoder().decode(bytes)
    onChange(title, (before) =>
      edit({ ...withoutLogo(before), [name]: content }, tenantFile, (json) => setValue(json, '/logo', name)),
    )
  }
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {say('tenant.logo')}
      </Text>
      <Group>
        {logo !== null && <img className={css.logo} src={logo} alt={say('tenant.logo.now')} />}
        <FileButton
          accept="image/svg+xml,image/png"
          onChange={(file) => {
            if (!file) return
            setIsReading(true)
            choose(file)
              .catch(() => onRefuse(say('tenant.logo.unreadable')))
              .finally(() => setIsReading(false))
          }}
        >
          {(props) => (
            <Button variant="default" loading={isReading} {...props}>
              {say('tenant.logo.choose')}
            </Button>
          )}
        </FileButton>
        {readValue(files[tenantFile] ?? '{}', '/logo') !== undefined && (
          <Button
            variant="default"
            onClick={() =>
              onChange(title, (before) =>
                edit(withoutLogo(before), tenantFile, (json) => removeWithEmptyParents(json, '/logo')),
              )
            }
          >
            {say('tenant.logo.remove')}
          </Button>
        )}
      </Group>
      <Text
        size="sm"
        c={error === undefined ? 'dimmed' : 'var(--studio-error)'}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? say('tenant.logo.help')}
      </Text>
    </Stack>
  )
}

function withoutLogo(files: FormFiles): FormFiles {
  return Object.fromEntries(Object.entries(files).filter(([name]) => !logoFiles.some((logo) => logo === name)))
}

function Warnings({ findings, name }: { findings: readonly Finding[]; name: string }) {
  return (
    <div role="status">
      {findings.length > 0 && (
        <ul className={css.warnings} aria-label={name}>
          {findings.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
