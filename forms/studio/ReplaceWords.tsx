import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changeBetween } from '../edit/merge-files.ts'
import { isTextFile, placesInFiles, withFilePlaces } from '../edit/replace-texts.ts'
import type { FilePlace } from '../edit/replace-texts.ts'
import type { FormFiles } from '../edit/form-files.ts'
import { isNameOfForm } from '../source/form-name.ts'
import { nameInAddress } from './shell/studio-address.ts'
import { StudioDialog } from './StudioDialog.tsx'
import { studioHost } from './studio-host.ts'
import type { Say } from './studio-texts.ts'

type Props = {
  /** Of the open form. */
  files: FormFiles
  say: Say
  onChange: (title: string, command: (files: FormFiles) => FormFiles) => void
}

/** Finds words in the texts of all forms of the tenant, and replaces them. */
export function ReplaceWords(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { say } = props
  return (
    <>
      <Button variant="default" size="compact-md" mb="sm" onClick={() => setIsOpen(true)}>
        {say('replace')}
      </Button>
      {isOpen && <ReplaceDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Found = FilePlace & { form: string; title: string }

type Result = { kind: 'replaced'; count: number } | { kind: 'unsaved'; forms: string } | { kind: 'failed' }

function ReplaceDialog({ files, say, onChange, onClose }: Props & { onClose: () => void }) {
  const [words, setWords] = useState('')
  const [others, setOthers] = useState('')
  const [found, setFound] = useState<readonly Found[] | null>(null)
  const [left, setLeft] = useState<ReadonlySet<Found>>(new Set())
  const [result, setResult] = useState<Result | null>(null)
  const open = nameInAddress()
  const typed = (change: () => void) => {
    change()
    setFound(null)
    setResult(null)
  }
  const find = async () => {
    setFound(await placesOfTenant(open, files, words, others))
    setLeft(new Set())
    setResult(null)
  }
  const chosen = (found ?? []).filter((place) => !left.has(place))
  const replace = async () => {
    const own = chosen.filter(({ form }) => form === open)
    if (own.length > 0) onChange(say('replace.changed', { words }), (before) => withFilePlaces(before, own))
    const unsaved = await savePlaces(chosen.filter(({ form }) => form !== open))
    setFound(null)
    setResult(
      unsaved.length > 0
        ? { kind: 'unsaved', forms: unsaved.join(say('list.comma')) }
        : { kind: 'replaced', count: chosen.length },
    )
  }
  const fail = () => setResult({ kind: 'failed' })
  return (
    <StudioDialog say={say} title={say('replace')} size="lg" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (words !== '') find().catch(fail)
        }}
      >
        <Stack>
          <Text size="sm">{say('replace.help')}</Text>
          <TextInput
            label={say('replace.words')}
            required
            value={words}
            onChange={({ currentTarget: { value } }) => typed(() => setWords(value))}
          />
          <TextInput
            label={say('replace.others')}
            description={say('replace.othersHelp')}
            value={others}
            onChange={({ currentTarget: { value } }) => typed(() => setOthers(value))}
          />
          <Group>
            <Button type="submit">{say('replace.find')}</Button>
          </Group>
          <div role="status">
            {found && <Text size="sm">{say('replace.found', { count: found.length })}</Text>}
            {result?.kind === 'replaced' && <Text size="sm">{say('replace.done', { count: result.count })}</Text>}
          </div>
          {result && result.kind !== 'replaced' && (
            <Alert color="red" title={say(`replace.${result.kind}`, result.kind === 'unsaved' ? result : {})} />
          )}
          {found?.map((place) => (
            <Checkbox
              key={`${place.form}/${place.file}${place.pointer}`}
              checked={!left.has(place)}
              onChange={({ currentTarget: { checked } }) =>
                setLeft(new Set(checked ? [...left].filter((one) => one !== place) : [...left, place]))
              }
              label={say('replace.place', place)}
              description={place.title}
            />
          ))}
          {chosen.length > 0 && (
            <Group>
              <Button onClick={() => void replace().catch(fail)}>
                {say('replace.replace', { count: chosen.length })}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </StudioDialog>
  )
}

/** The places in all forms of the tenant of a form, whose texts may not be saved yet; the open form first. */
async function placesOfTenant(open: string, files: FormFiles, words: string, others: string): Promise<Found[]> {
  const host = studioHost()
  const [names, titles] = await Promise.all([host.names(), host.titles()])
  const tenant = `${tenantOf(open)}/`
  const forms = [open, ...names.filter((name) => name !== open && isNameOfForm(name) && name.startsWith(tenant))]
  const places = await Promise.all(
    forms.map(async (form) => {
      const own = form === open ? files : await host.files(form)
      return placesInFiles(own, words, others).map((place) => ({ ...place, form, title: titles[form] ?? form }))
    }),
  )
  // Each form has the files that it shares with others.
  return [
    ...new Map(
      places
        .flat()
        .toReversed()
        .map((place) => [placeInTenant(place), place]),
    ).values(),
  ].toReversed()
}

function placeInTenant({ form, file, pointer }: Found): string {
  const [tenant = '', service = '', type = ''] = form.split('/')
  if (isTextFile(file) && !file.includes('/')) return [tenant, service, type, file, pointer].join('/')
  return [tenant, file === 'service.json' ? service : '', file, pointer].join('/')
}

function tenantOf(form: string): string {
  return form.split('/')[0] ?? ''
}

/** Saves the other words in forms that are not open; returns the titles of those that have changed meanwhile. */
async function savePlaces(places: readonly Found[]): Promise<string[]> {
  const host = studioHost()
  const unsaved: string[] = []
  for (const form of new Set(places.map((place) => place.form))) {
    const own = places.filter((place) => place.form === form)
    const before = await host.files(form)
    const { kind } = await host.save(form, changeBetween(before, withFilePlaces(before, own)))
    if (kind === 'conflict') unsaved.push(own[0]?.title ?? form)
  }
  return unsaved
}
