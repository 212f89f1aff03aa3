import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { changeBetween } from '../edit/merge-files.ts'
import { isTextFile, isThere, placesInFiles, withFilePlaces } from '../edit/replace-texts.ts'
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

/** `unreadable`: the titles of forms with a file that is no JSON. */
type Search = { places: readonly Found[]; unreadable: readonly string[] }

type Result = { kind: 'replaced'; count: number } | { kind: 'unsaved'; forms: string } | { kind: 'failed' }

function ReplaceDialog({ files, say, onChange, onClose }: Props & { onClose: () => void }) {
  const [words, setWords] = useState('')
  const [others, setOthers] = useState('')
  const [found, setFound] = useState<Search | null>(null)
  const [left, setLeft] = useState<ReadonlySet<Found>>(new Set())
  const [result, setResult] = useState<Result | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const findButton = useRef<HTMLButtonElement>(null)
  const open = nameInAddress()
  const typed = (change: () => void) => {
    change()
    setFound(null)
    setResult(null)
  }
  const run = (work: () => Promise<void>) => {
    setIsRunning(true)
    setResult(null)
    work()
      .catch(() => setResult({ kind: 'failed' }))
      .finally(() => setIsRunning(false))
  }
  const find = async () => {
    setFound(await placesOfTenant(open, files, words, others))
    setLeft(new Set())
  }
  const chosen = (found?.places ?? []).filter((place) => !left.has(place))
  const replace = async () => {
    const own = chosen.filter(({ form }) => form === open)
    const changed = own.find((place) => !isThere(files, place))
    if (own.length > 0) onChange(say('replace.changed', { words }), (before) => withFilePlaces(before, own))
    const unsaved = await savePlaces(chosen.filter(({ form }) => form !== open))
    if (changed) unsaved.push(changed.title)
    setFound(null)
    // The button that had the focus is gone.
    findButton.current?.focus()
    setResult(
      unsaved.length > 0
        ? { kind: 'unsaved', forms: unsaved.join(say('list.comma')) }
        : { kind: 'replaced', count: chosen.length },
    )
  }
  return (
    <StudioDialog say={say} title={say('replace')} size="lg" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (words !== '' && !isRunning) run(find)
        }}
      >
        <Stack>
          <Text size="sm">{say('replace.help')}</Text>
          <TextInput
            label={say('replace.words')}
            required
            readOnly={isRunning}
            value={words}
            onChange={({ currentTarget: { value } }) => typed(() => setWords(value))}
          />
          <TextInput
            label={say('replace.others')}
            description={say('replace.othersHelp')}
            readOnly={isRunning}
            value={others}
            onChange={({ currentTarget: { value } }) => typed(() => setOthers(value))}
          />
          <Group>
            <Button ref={findButton} type="submit">
              {say('replace.find')}
            </Button>
          </Group>
          <div role="status">
            {found && <Text size="sm">{say('replace.found', { count: found.places.length })}</Text>}
            {result?.kind === 'replaced' && <Text size="sm">{say('replace.done', { count: result.count })}</Text>}
          </div>
          {result && result.kind !== 'replaced' && (
            <Alert color="red" title={say(`replace.${result.kind}`, result.kind === 'unsaved' ? result : {})} />
          )}
          {found && found.unreadable.length > 0 && (
            <Alert color="red" title={say('replace.unreadable', { forms: found.unreadable.join(say('list.comma')) })} />
          )}
          {found?.places.map((place) => (
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
              <Button loading={isRunning} onClick={() => run(replace)}>
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
async function placesOfTenant(open: string, files: FormFiles, words: string, others: string): Promise<Search> {
  const host = studioHost()
  const [names, titles] = await Promise.all([host.names(), host.titles()])
  const tenant = `${tenantOf(open)}/`
  const forms = [open, ...names.filter((name) => name !== open && isNameOfForm(name) && name.startsWith(tenant))]
  const searched = await Promise.all(
    forms.map(async (form) => {
      const title = titles[form] ?? form
      const { places, isWhole } = placesInFiles(form === open ? files : await host.files(form), words, others)
      return { title, isWhole, places: places.map((place) => ({ ...place, form, title })) }
    }),
  )
  // Each form has the files that it shares with others; the first one that has them saves them.
  const places = searched.flatMap((form) => form.places).toReversed()
  const once = new Map(places.map((place) => [placeInTenant(place), place]))
  return {
    places: [...once.values()].toReversed(),
    unreadable: searched.flatMap(({ title, isWhole }) => (isWhole ? [] : [title])),
  }
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
    if (kind === 'conflict' || !own.every((place) => isThere(before, place))) unsaved.push(own[0]?.title ?? form)
  }
  return unsaved
}
