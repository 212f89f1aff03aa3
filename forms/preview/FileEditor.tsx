import { useEffect, useId, useRef, useState } from 'react'
import { onFormsChanged, readFile, saveFile } from './preview-api.ts'
import css from './PreviewShell.module.css'
import type { Say } from './preview-texts.ts'

const files = ['form.json', 'texts.ja.json', 'texts.en.json']

/** A place in a file to show in the editor; a new object for each click. */
export type Place = { file: string; line: number; column: number }

/** The text of one file: on disk, at the start of editing, and in the editor. */
type OpenFile = { disk: string; base: string; text: string }

type Props = { folder: string; place: Place | null; say: Say }

/** The files of the form as text. Saving writes the file and updates the form. Unsaved text stays until it is saved. */
export function FileEditor({ folder, place, say }: Props) {
  const [name, setName] = useState('form.json')
  const [shownPlace, setShownPlace] = useState(place)
  const [open, setOpen] = useState<{ [file: string]: OpenFile }>({})
  const [status, setStatus] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()

  // Files that the form shares with others are named by their whole path.
  const isOwn = files.includes(name)
  const names = isOwn ? files : [...files, name]
  if (place !== shownPlace) {
    setShownPlace(place)
    if (place) setName(files.find((file) => `${folder}/${file}` === place.file) ?? place.file)
  }
  const full = isOwn ? `${folder}/${name}` : name
  const file = open[full]
  const isUnsaved = file !== undefined && file.text !== file.disk
  const isInConflict = isUnsaved && file.disk !== file.base
  const anyUnsaved = Object.values(open).some(({ text, disk }) => text !== disk)

  useEffect(() => {
    let isCurrent = true
    const read = () => {
      readFile(full).then(
        (content) => {
          if (isCurrent) setOpen((before) => ({ ...before, [full]: afterRead(before[full], content) }))
        },
        (cause: unknown) => {
          if (isCurrent) setStatus(String(cause))
        },
      )
    }
    read()
    const stop = onFormsChanged(read)
    return () => {
      isCurrent = false
      stop()
    }
  }, [full])

  useEffect(() => {
    if (!anyUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [anyUnsaved])

  const isRead = file !== undefined
  const reached = useRef<Place | null>(null)
  useEffect(() => {
    if (!place || reached.current === place || !isRead || !area.current || full !== place.file) return
    reached.current = place
    const offset = offsetOf(area.current.value, place)
    area.current.focus()
    area.current.setSelectionRange(offset, offset)
    const lineHeight = area.current.scrollHeight / Math.max(1, area.current.value.split('\n').length)
    area.current.scrollTop = Math.max(0, (place.line - 4) * lineHeight)
  }, [place, full, isRead])

  const change = (text: string) => {
    setStatus('')
    setOpen((before) => {
      const known = before[full]
      return known ? { ...before, [full]: { ...known, text } } : before
    })
  }
  const save = () => {
    if (!file) return
    const { text } = file
    saveFile(full, text).then(
      () => {
        setStatus(say('editor.saved'))
        setOpen((before) => {
          const now = before[full]
          return now ? { ...before, [full]: { ...now, disk: text, base: text } } : before
        })
      },
      (cause: unknown) => setStatus(String(cause)),
    )
  }
  const discard = () => {
    if (file) setOpen({ ...open, [full]: { disk: file.disk, base: file.disk, text: file.disk } })
  }

  return (
    <div className={css.editor}>
      <label htmlFor={`${id}-file`}>{say('editor.file')}</label>
      <select id={`${id}-file`} value={name} onChange={({ target }) => setName(target.value)}>
        {names.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <label htmlFor={`${id}-text`}>{say('editor.text')}</label>
      <textarea
        id={`${id}-text`}
        ref={area}
        rows={24}
        spellCheck={false}
        value={file?.text ?? ''}
        readOnly={!isRead}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          save()
        }}
      />
      <button type="button" onClick={save}>
        {say('editor.save')}
      </button>
      {isUnsaved && (
        <button type="button" onClick={discard}>
          {say('editor.discard')}
        </button>
      )}
      <p role="status">{isInConflict ? say('editor.conflict') : isUnsaved ? say('editor.unsaved') : status}</p>
    </div>
  )
}

/** Files with unsaved text stay as they are; the others are read from disk again. */
function afterRead(known: OpenFile | undefined, disk: string): OpenFile {
  if (known === undefined || known.text === known.disk || known.text === disk) return { disk, base: disk, text: disk }
  return { ...known, disk }
}

function offsetOf(text: string, { line, column }: Place): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}
