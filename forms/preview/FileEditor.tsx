import { useEffect, useId, useState } from 'react'
import { onFormsChanged, readFile, saveFile } from './preview-api.ts'
import css from './PreviewShell.module.css'
import type { Say } from './preview-texts.ts'

const files = ['form.json', 'texts.ja.json', 'texts.en.json']

/** The files of the form as text; saving writes the file, and the form follows. */
export function FileEditor({ folder, say }: { folder: string; say: Say }) {
  const [file, setFile] = useState('form.json')
  const [text, setText] = useState('')
  const [status, setStatus] = useState('')
  const id = useId()
  const full = `${folder}/${file}`

  useEffect(() => {
    let isCurrent = true
    const read = () => {
      readFile(full).then(
        (content) => {
          if (isCurrent) setText(content)
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

  const save = () => {
    saveFile(full, text).then(
      () => setStatus(say('editor.saved')),
      (cause: unknown) => setStatus(String(cause)),
    )
  }

  return (
    <div className={css.editor}>
      <label htmlFor={`${id}-file`}>{say('editor.file')}</label>
      <select id={`${id}-file`} value={file} onChange={({ target }) => setFile(target.value)}>
        {files.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <label htmlFor={`${id}-text`}>{say('editor.text')}</label>
      <textarea
        id={`${id}-text`}
        rows={24}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          save()
        }}
      />
      <button type="button" onClick={save}>
        {say('editor.save')}
      </button>
      <p role="status">{status}</p>
    </div>
  )
}
