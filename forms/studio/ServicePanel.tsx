import { toolLanguages } from '../source/tool-languages.ts'
import { Button, Group, Stack, Switch, Text, TextInput, Textarea } from '@mantine/core'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { edit } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { serviceJson } from '../edit/fees.ts'
import { editedLanguages } from '../edit/form-files.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { putValue, readValue, unreadableAt } from '../edit/json-text.ts'
import { BookingFields } from './BookingFields.tsx'
import { NumberField } from './shell/NumberField.tsx'
import { Choose } from './shell/Choose.tsx'
import { orderNouns } from './service-words.ts'
import { titleIn } from './studio-texts.ts'
import type { PanelProps } from './part-props.ts'

type Props = Omit<PanelProps, 'language'> & { tree: readonly FormNode[] | null }

/** The service in the list of procedures: its name, heading, dates and fee. */
export function ServicePanel({ files, tree, say, onChange }: Props) {
  const text = files[serviceJson]
  if (text === undefined)
    return (
      <Stack gap="xs" align="start">
        <Text>{say('service.missing')}</Text>
        <Button
          onClick={() =>
            onChange(say('changed.service'), (before) => ({ ...before, [serviceJson]: newService(before) }))
          }
        >
          {say('service.create')}
        </Button>
      </Stack>
    )
  if (unreadableAt(text) !== null) return <Text role="alert">{say('service.broken')}</Text>
  const set = (pointer: string, value: unknown) =>
    onChange(say('changed.service'), (before) => edit(before, serviceJson, (json) => putValue(json, pointer, value)))
  const read = (pointer: string) => readValue(text, pointer)
  const written = (pointer: string) => {
    const value = read(pointer)
    return typeof value === 'string' ? value : ''
  }
  const kind = written('/fee/kind')
  return (
    <Stack gap="sm">
      {(['name', 'summary', 'category'] as const).map((key) => (
        <Group key={key} grow align="end">
          {editedLanguages(files).map((language) => {
            const Input = key === 'summary' ? Textarea : TextInput
            const value = written(`/${key}/${language}`)
            return (
              <Input
                key={language}
                lang={spokenLanguage(language)}
                label={titleIn(language, say(`service.${key}`), say)}
                value={value}
                maxLength={key === 'summary' ? 500 : 100}
                error={language === 'ja' && value === '' && say('service.empty')}
                onChange={({ currentTarget }) => {
                  const next = currentTarget.value
                  // Japanese is required: an empty text is a finding, a missing one breaks the list.
                  set(`/${key}/${language}`, next === '' && language !== 'ja' ? undefined : next)
                }}
                {...(key === 'summary' ? { autosize: true, minRows: 2 } : {})}
              />
            )
          })}
        </Group>
      ))}
      <Group grow align="end">
        {toolLanguages.map((language) => {
          const words = read(`/words/${language}`)
          return (
            <TextInput
              key={`${language} ${Array.isArray(words) ? words.join() : ''}`}
              lang={language}
              label={titleIn(language, say('service.words'), say)}
              description={say('service.wordsHelp')}
              defaultValue={Array.isArray(words) ? words.join('、') : ''}
              onBlur={({ currentTarget }) => {
                const list = [...new Set(currentTarget.value.split(/[、,,\n]/).map((word) => word.trim()))]
                const kept = list.filter((word) => word !== '')
                if (JSON.stringify(kept) !== JSON.stringify(words ?? []))
                  set(`/words/${language}`, kept.length === 0 ? undefined : kept)
              }}
            />
          )
        })}
      </Group>
      <Group grow align="end">
        {(['opensOn', 'closesOn', 'stopsOn'] as const).map((key) => {
          const value = written(`/${key}`)
          const isRelative = value.startsWith('today')
          return (
            <TextInput
              key={key}
              type={isRelative ? 'text' : 'date'}
              label={say(`service.${key}`)}
              description={isRelative ? say('service.relative') : undefined}
              value={value}
              onChange={({ currentTarget }) =>
                set(`/${key}`, currentTarget.value === '' ? undefined : currentTarget.value)
              }
            />
          )
        })}
      </Group>
      <Group grow align="end">
        <Choose
          label={say('service.fee')}
          value={kind}
          choices={(['NONE', 'FIXED', 'QUOTED'] as const).map((one) => ({
            value: one,
            label: say(`service.fee.${one}`),
          }))}
          onChoose={(next) => set('/fee', next === 'FIXED' ? { kind: next, amount: 0 } : { kind: next })}
        />
        {kind !== 'NONE' && (
          <NumberField
            label={say(kind === 'FIXED' ? 'fees.amount' : 'service.lowest')}
            value={typeof read('/fee/amount') === 'number' ? Number(read('/fee/amount')) : undefined}
            min={0}
            max={10_000_000}
            say={say}
            onChange={(next) => set('/fee/amount', next)}
          />
        )}
        <NumberField
          label={say('service.position')}
          value={typeof read('/position') === 'number' ? Number(read('/position')) : undefined}
          min={1}
          max={9999}
          say={say}
          onChange={(next) => set('/position', next)}
        />
      </Group>
      <Choose
        label={say('service.orderNoun')}
        description={say('service.orderNounHelp')}
        value={written('/orderNoun') === 'application' ? '' : written('/orderNoun')}
        choices={[
          { value: '', label: say('service.orderNoun.tenant') },
          ...orderNouns.map((noun) => ({ value: noun, label: say(`service.orderNoun.${noun}`) })),
        ]}
        onChoose={(noun) => set('/orderNoun', noun === '' ? undefined : noun)}
      />
      {tree && <BookingFields {...{ files, tree, say, onChange }} isBooking={written('/orderNoun') === 'booking'} />}
      <Switch
        label={say('service.onePerUser')}
        checked={read('/onePerUser') === true}
        onChange={({ currentTarget }) => set('/onePerUser', currentTarget.checked ? true : undefined)}
      />
    </Stack>
  )
}

/** The service is named after the form. */
function newService(files: FormFiles): string {
  const title = (language: 'ja' | 'en') => readValue(files[`texts.${language}.json`] ?? '{}', '/title')
  const name = { ja: title('ja') ?? '', ...(typeof title('en') === 'string' ? { en: title('en') } : {}) }
  const service = {
    $schema: '../../service.schema.json',
    name,
    summary: name,
    category: { ja: 'くらし', en: 'Daily life' },
    fee: { kind: 'NONE' },
  }
  return `${JSON.stringify(service, null, 2)}\n`
}
