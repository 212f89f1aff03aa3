import { Anchor, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { segmentsOf } from '../../form-model/pointer.ts'
import { pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { route, writeState } from '../preview/preview-api.ts'
import type { FrameState, PreviewForm } from '../preview/preview-api.ts'
import css from './Studio.module.css'
import type { Say } from './studio-texts.ts'

type Props = {
  form: PreviewForm
  tree: readonly FormNode[]
  /** Path of the node whose question is highlighted. */
  selected: string
  /** What the form is filled with: `empty` or `sample:<name>`. */
  answers: string
  say: Say
  onSelect: (path: string) => void
  onAnswers: (answers: string) => void
}

/** The form as residents see it on a phone. A click on a question selects it; the selected question is highlighted. */
export function StudioPreview({ form, tree, selected, answers, say, onSelect, onAnswers }: Props) {
  const [language, setLanguage] = useState<'ja' | 'en'>('ja')
  const [errors, setErrors] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const step = segmentsOf(selected)[0] ?? ''
  const view = form.steps.includes(step) ? `step:${step}` : ''
  const state: FrameState = { form: form.name, language, view, answers, errors, colour: '', reports: false }
  const address = `${route}/frame?${writeState(state)}`

  useEffect(() => {
    const page = () => frame.current?.contentDocument ?? null
    let marked: HTMLElement | null = null
    // The frame is rendered again after each change, so the highlight is set again as well.
    const mark = () => {
      const found = elementOf(page(), selected)
      if (found === marked) return
      if (marked) marked.style.outline = ''
      marked = found
      if (!found) return
      found.style.outline = '3px solid #1971c2'
      found.style.outlineOffset = '4px'
      found.scrollIntoView({ block: 'center' })
    }
    const timer = setInterval(mark, 150)
    mark()
    return () => {
      clearInterval(timer)
      if (marked) marked.style.outline = ''
    }
  }, [selected, address])

  return (
    <Stack gap="xs">
      <Group gap="xs">
        <NativeSelect
          aria-label={say('preview.language')}
          data={[
            { value: 'ja', label: say('texts.ja') },
            { value: 'en', label: say('texts.en') },
          ]}
          value={language}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value === 'en' ? 'en' : 'ja')}
        />
        <NativeSelect
          aria-label={say('preview.answers')}
          data={[
            { value: 'empty', label: say('preview.empty') },
            ...form.samples.map(({ name }) => ({
              value: `sample:${name}`,
              label: name === '*' ? say('preview.made') : say('preview.sample', { name }),
            })),
          ]}
          value={answers}
          onChange={({ currentTarget }) => onAnswers(currentTarget.value)}
        />
        <Checkbox
          label={say('preview.errors')}
          checked={errors}
          onChange={({ currentTarget }) => setErrors(currentTarget.checked)}
        />
        <Anchor
          size="sm"
          href={`${route}/?${writeState({ ...state, reports: true })}`}
          target="_blank"
          rel="noreferrer"
        >
          {say('preview.open')}
        </Anchor>
      </Group>
      {form.shown !== 'whole' && (
        <Text size="sm" c="var(--studio-error)" role="status">
          {say(`shown.${form.shown}`)}
        </Text>
      )}
      {form.formVersion !== null && (
        <iframe
          key={address}
          ref={frame}
          title={say('preview')}
          src={address}
          className={css.frame}
          onLoad={({ currentTarget }) => {
            currentTarget.contentDocument?.addEventListener('click', ({ target }) => {
              const path = pathOfElement(target, tree)
              if (path !== null) onSelect(path)
            })
          }}
        />
      )}
    </Stack>
  )
}

/** The ids of the form engine are paths with dots; entries of lists are numbered. */
function elementOf(page: Document | null, path: string): HTMLElement | null {
  const segments = segmentsOf(path)
  if (!page || segments.length < 2) return null
  return page.getElementById(segments.map((segment) => (segment === '[]' ? '0' : segment)).join('.'))
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
