import { Button, Group, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { FormFiles } from '../../edit/commands.ts'
import { styleNonce } from '../shell/style-nonce.ts'
import type { PreviewForm } from '../../preview/preview-library.ts'
import type { StudioDocument } from '../studio-document.ts'
import type { Say, StudioLanguage } from '../studio-texts.ts'
import css from '../Studio.module.css'
import editorPhrases from './editor-phrases.ja.json'
import { changeFile, shownText } from './file-text.ts'
import { createJsonEditor } from './json-editor.ts'
import type { JsonEditor } from './json-editor.ts'
import { explanationAt } from './json-language.ts'
import type { BrokenPlace } from './readable-files.ts'

/** A place to show in the editor; a new object for each request. */
export type JsonPlace = { file: string; at: { line: number; column: number } | { offset: number }; focus: boolean }

type Finding = PreviewForm['findings'][number]

export type JsonPanelProps = {
  document: StudioDocument
  /** The names of the files. */
  files: readonly string[]
  /** The form's folder, with which the files of findings begin. */
  folder: string
  findings: readonly Finding[]
  /** The places at which a text has been invalid for longer than a moment. */
  broken: BrokenPlace | null
  place: JsonPlace | null
  language: StudioLanguage
  say: Say
  /** Selects the question at a position of a file. */
  onSelect: (file: string, offset: number) => void
  onUndo: () => void
  onRedo: () => void
}

/** The delay after typing or moving the cursor before its place is explained. */
const explainAfterMs = 250

const mainFiles = ['form.json', 'texts.ja.json', 'texts.en.json', 'service.json', 'tenant.json', 'sandbox.json']

/** The files of the form as text: the same texts, findings and history as in the other panes. */
export function JsonPanel(props: JsonPanelProps) {
  const { document: edited, files, folder, findings, broken, place, language, say, onSelect, onUndo, onRedo } = props
  const [file, setFile] = useState(place?.file ?? 'form.json')
  const [shownPlace, setShownPlace] = useState(place)
  const [cursor, setCursor] = useState({ line: 1, column: 1, offset: 0 })
  const [explanation, setExplanation] = useState('')
  const [isLeaving, setIsLeaving] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<JsonEditor | null>(null)
  const keys = useId()

  if (place !== shownPlace) {
    setShownPlace(place)
    if (place) setFile(place.file)
  }
  // A file may be removed by undoing its creation.
  const name = files.includes(file) ? file : 'form.json'
  const sorted = [...mainFiles.filter((one) => files.includes(one)), ...files.filter((one) => !mainFiles.includes(one))]
  const own = findings.filter((finding) => finding.file === `${folder}/${name}`)
  const here = own.filter(({ line }) => line === cursor.line)

  const create = useEffectEvent((parent: HTMLElement, opened: string) => {
    const made = createJsonEditor({
      parent,
      file: opened,
      text: shownText(edited.state().files[opened] ?? ''),
      attributes: { 'aria-label': say('json.text', { file: opened }), 'aria-describedby': keys },
      phrases: language === 'ja' ? editorPhrases : {},
      descriptions: language,
      styleNonce: styleNonce(),
      onChange(changes, line) {
        const command = (before: FormFiles) => ({ ...before, [opened]: changeFile(before[opened] ?? '', changes) })
        edited.change(say('json.changed', { file: opened, line }), command, `${opened} ${line}`)
      },
      onCursor(next) {
        setCursor(next)
        setIsLeaving(false)
      },
      onEscape: () => setIsLeaving(true),
      onUndo,
      onRedo,
    })
    // Changes by other panes, undo and other programs.
    const stop = edited.subscribe(() => made.follow(shownText(edited.state().files[opened] ?? '')))
    return { made, stop }
  })
  useEffect(() => {
    if (!host.current) return
    const { made, stop } = create(host.current, name)
    editor.current = made
    return () => {
      stop()
      made.destroy()
      editor.current = null
    }
  }, [name, language])

  const mark = useEffectEvent(() => editor.current?.mark(own))
  useEffect(() => {
    mark()
  }, [name, language, findings])

  useEffect(() => {
    if (place && place.file === name) editor.current?.reveal(place.at, place.focus)
  }, [place, name])

  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      explanationAt(name, shownText(edited.state().files[name] ?? ''), cursor.offset, language).then((found) => {
        if (isCurrent) setExplanation(found?.text ?? '')
      }, reportError)
    }, explainAfterMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [edited, name, cursor, language])

  return (
    <Stack gap="xs">
      <Group gap="sm" align="end">
        <NativeSelect
          label={say('json.file')}
          data={sorted}
          value={name}
          onChange={({ currentTarget }) => {
            setFile(currentTarget.value)
            setCursor({ line: 1, column: 1, offset: 0 })
          }}
        />
        <Button variant="default" onClick={() => onSelect(name, editor.current?.cursor() ?? 0)}>
          {say('json.select')}
        </Button>
        <Text size="sm">{say('json.cursor', { line: cursor.line, column: cursor.column })}</Text>
      </Group>
      <div ref={host} />
      <div role="status">
        {broken && (
          <Text size="sm" className={css.error ?? ''}>
            {say('broken.title', broken)}
          </Text>
        )}
        {here.map(({ rule, column, severity, message }) => (
          <Text
            key={`${rule}:${column}:${message}`}
            size="sm"
            className={severity === 'error' ? (css.error ?? '') : ''}
          >
            {say(severity === 'error' ? 'json.error' : 'json.warning', { message })}
          </Text>
        ))}
      </div>
      {explanation !== '' && (
        <Text size="sm" className={css.explanation ?? ''}>
          {explanation}
        </Text>
      )}
      <Text id={keys} size="xs" c="dimmed">
        {say('json.keys')}
      </Text>
      <VisuallyHidden role="status">{isLeaving && say('json.leaving')}</VisuallyHidden>
    </Stack>
  )
}
