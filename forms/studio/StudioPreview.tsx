import { Anchor, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { segmentsOf } from '../../form-model/pointer.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { isFrameMessage, writeState } from '../preview/frame-state.ts'
import type { FrameState } from '../preview/frame-state.ts'
import type { PreviewForm } from '../preview/preview-library.ts'
import { Choose } from './shell/Choose.tsx'
import { isPublishKey } from './shell/publish-key.ts'
import css from './Studio.module.css'
import { studioHost } from './studio-host.ts'
import type { Say } from './studio-texts.ts'

type Props = {
  form: PreviewForm
  tree: readonly FormNode[]
  /** Path of the node whose question is highlighted. */
  selected: string
  /** Whether the page before the form is shown instead of a step. */
  showsAbout: boolean
  /** Whether what the answers cost is shown, too. */
  showsFee: boolean
  /** What the form is filled with: `empty` or `sample:<name>`. */
  answers: string
  say: Say
  onSelect: (path: string) => void
  onAnswers: (answers: string) => void
  /** The form engine cannot show this version. */
  onUndrawn: (formVersion: string) => void
  /** The author wants to publish: keys in the frame do not reach the page around it. */
  onPublish: () => void
}

/** The form as residents see it on a phone. A click on a question selects it; the selected question is highlighted. */
export function StudioPreview({
  form,
  tree,
  selected,
  showsAbout,
  showsFee,
  answers,
  say,
  onSelect,
  onAnswers,
  onUndrawn,
  onPublish,
}: Props) {
  const [language, setLanguage] = useState<Language>('ja')
  const [errors, setErrors] = useState(false)
  /** Every step or the review, until another node is selected. */
  const [wide, setWide] = useState({ view: '', while: selected })
  useWindowEvent('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (origin === window.location.origin && isFrameMessage(data)) onUndrawn(data.formVersion)
  })
  const step = segmentsOf(selected)[0] ?? ''
  const wideView = wide.while === selected ? wide.view : ''
  const view = showsAbout ? 'about' : wideView || (form.steps.includes(step) ? `step:${step}` : '')
  const state: FrameState = { form: form.name, language, view, answers, errors, fee: showsFee }
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <PreviewLanguage {...{ language, say }} onChoose={setLanguage} />
        <Choose
          aria-label={say('preview.view')}
          choices={[
            { value: '', label: say('preview.view.step') },
            { value: 'all', label: say('preview.view.all') },
            { value: 'review', label: say('preview.view.review') },
          ]}
          value={wideView}
          onChoose={(next) => setWide({ view: next, while: selected })}
        />
        <Choose
          aria-label={say('preview.answers')}
          choices={[
            { value: 'empty', label: say('preview.empty') },
            ...form.samples.map(({ name }) => ({
              value: `sample:${name}`,
              label: name === '*' ? say('preview.made') : say('preview.sample', { name }),
            })),
          ]}
          value={answers}
          onChoose={onAnswers}
        />
        <Checkbox
          label={say('preview.errors')}
          checked={errors}
          onChange={({ currentTarget }) => setErrors(currentTarget.checked)}
        />
        <Anchor size="sm" href={studioHost().pageAddress('frame', writeState(state))} target="_blank" rel="noreferrer">
          {say('preview.open')}
        </Anchor>
      </Group>
      {form.shown !== 'whole' && (
        <Text size="sm" c="var(--studio-error)" role="status">
          {say(`shown.${form.shown}`)}
        </Text>
      )}
      {form.formVersion !== null && (
        <PreviewFrame
          // Another step or the fee is shown without loading the frame again; everything else begins with a new one.
          key={writeState({ ...state, view: '', fee: false })}
          address={studioHost().pageAddress('frame', writeState(state))}
          selected={selected}
          tree={tree}
          say={say}
          onSelect={onSelect}
          onPublish={onPublish}
        />
      )}
    </Stack>
  )
}

/** The language in which residents would see the form. */
export function PreviewLanguage(props: { language: Language; say: Say; onChoose: (language: Language) => void }) {
  const { language, say, onChoose } = props
  const choices = languages.map((value) => ({ value, label: say(`texts.${value}`) }))
  return <Choose aria-label={say('preview.language')} value={language} {...{ choices, onChoose }} />
}

type FrameProps = Pick<Props, 'selected' | 'tree' | 'say' | 'onSelect' | 'onPublish'> & { address: string }

export function PreviewFrame({ address, selected, tree, say, onSelect, onPublish }: FrameProps) {
  const [firstAddress] = useState(address)
  const [page, setPage] = useState<Document | null>(null)

  useEffect(() => {
    const view = page?.defaultView
    if (!view) return
    view.history.replaceState(null, '', address)
    view.dispatchEvent(new PopStateEvent('popstate'))
  }, [page, address, selected])

  useEffect(() => {
    if (!page) return
    let marked: HTMLElement | null = null
    const mark = () => {
      const found = elementOf(page, selected)
      if (found === marked) return
      if (marked) marked.style.outline = ''
      marked = found
      if (!found) return
      found.style.outline = '3px solid #1971c2'
      found.style.outlineOffset = '4px'
      found.scrollIntoView({ block: 'center' })
    }
    mark()
    // The frame is rendered again after each change, so the highlight is set again as well.
    const observer = new MutationObserver(mark)
    observer.observe(page, { childList: true, subtree: true, attributeFilter: ['id'] })
    return () => {
      observer.disconnect()
      if (marked) marked.style.outline = ''
    }
  }, [page, selected])

  const selectClicked = useEffectEvent((target: EventTarget | null) => {
    const path = pathOfElement(target, tree)
    if (path !== null) onSelect(path)
  })
  const publishByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPublishKey(event)) return
    event.preventDefault()
    onPublish()
  })
  useEffect(() => {
    if (!page) return
    const onClick = ({ target }: MouseEvent) => selectClicked(target)
    page.addEventListener('click', onClick)
    page.addEventListener('keydown', publishByKey)
    return () => {
      page.removeEventListener('click', onClick)
      page.removeEventListener('keydown', publishByKey)
    }
  }, [page])

  return (
    <iframe
      title={say('preview')}
      src={firstAddress}
      className={css.frame}
      onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument)}
    />
  )
}

/** The ids of the form engine are paths with dots; entries of lists are numbered, and the first that has it is shown. */
function elementOf(page: Document, path: string): HTMLElement | null {
  const segments = segmentsOf(path)
  if (segments.length < 2) return null
  const first = page.getElementById(segments.map((segment) => (segment === '[]' ? '0' : segment)).join('.'))
  if (first || !segments.includes('[]')) return first
  const inAnyEntry = (id: string) => id.replaceAll(/[.][0-9]+(?=[.])/g, '.[]')
  return [...page.querySelectorAll<HTMLElement>('[id]')].find(({ id }) => inAnyEntry(id) === segments.join('.')) ?? null
}

function pathOfElement(target: EventTarget | null, tree: readonly FormNode[]): string | null {
  // An element of the frame belongs to another window with its own classes.
  let element = target !== null && 'closest' in target ? (target as Element) : null
  for (; element; element = element.parentElement) {
    const names = (element.id === '' ? (element.getAttribute('for') ?? '') : element.id).split('.')
    for (let count = names.length; count > 1; count--) {
      const path = names.slice(0, count).map((name) => (/^\d+$/.test(name) ? '[]' : name))
      const known = pathToNode(tree, path.join('/')).at(-1)
      if (known) return known.path
    }
  }
  return null
}
