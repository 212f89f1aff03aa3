import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { acceptAttribute, sizeText, typeNames } from '../validation/attachment-check.ts'
import { idList, useEngine, useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { isOff } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import css from './FilesWidget.module.css'
import { filePlan, useAttachments } from './use-attachments.ts'
import type { AttachmentEntry } from './use-attachments.ts'

/** Files are sent as they are chosen; the answer is a list of ids (or one id), never the content. */
export function FilesWidget(props: WidgetInput) {
  const field = useField()
  const { t, engine } = useEngine()
  const plan = filePlan(props)
  const list = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { entries, refused, add, cancel, retry, remove, preview } = useAttachments(field, props, plan)
  const { accept, maxSize, maxFiles } = plan
  const limitsId = `${field.id}-limits`
  const limits = [
    accept.length > 0 ? typeNames(accept, t('files.separator')) : '',
    maxSize === undefined ? '' : t('files.upTo', { size: sizeText(maxSize) }),
    maxFiles > 1 && Number.isFinite(maxFiles) ? t('files.upToCount', { count: maxFiles }) : '',
  ].filter((part) => part !== '')

  return (
    <FieldFrame field={field} group>
      {limits.length > 0 && (
        <p className={css.limits} id={limitsId}>
          {limits.join(t('files.separator'))}
        </p>
      )}
      {isOff(props) ? null : (
        <input
          className={css.chooser}
          id={field.id}
          ref={input}
          type="file"
          multiple={maxFiles > 1}
          accept={acceptAttribute(accept)}
          aria-label={t('files.chooseOne', { label: field.label })}
          aria-invalid={field.groupAria['aria-invalid']}
          aria-describedby={idList(field.groupAria['aria-describedby'], limits.length > 0 ? limitsId : undefined)}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])]
            // The same file can be chosen again after it was refused or removed.
            event.currentTarget.value = ''
            add(files)
          }}
          onBlur={() => engine.left(field.pointer, false)}
        />
      )}
      {refused.length > 0 && (
        <div role="alert">
          <ul className={css.refused}>
            {refused.map(({ name, message }) => (
              <li key={`${name} ${message}`}>
                {name} — {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {entries.length > 0 && (
        <ul className={css.files} ref={list}>
          {entries.map((entry) => (
            <li className={css.file} key={entry.key}>
              <EntryState entry={entry} />
              <span className={css.buttons}>
                {entry.state === 'sending' && (
                  <Button
                    variant="text"
                    aria-label={t('files.cancelOne', { name: entry.name })}
                    onClick={() => {
                      cancel(entry.key)
                      input.current?.focus()
                    }}
                  >
                    {t('files.cancel')}
                  </Button>
                )}
                {entry.state === 'failed' && (
                  <Button
                    variant="text"
                    aria-label={t('files.retryOne', { name: entry.name })}
                    onClick={() => retry(entry.key)}
                  >
                    {t('files.retry')}
                  </Button>
                )}
                {entry.state === 'sent' && entry.scan !== 'INFECTED' && (
                  <Button
                    variant="text"
                    aria-label={t('files.previewOne', { name: entry.name })}
                    aria-expanded={entry.preview !== undefined}
                    onClick={() => preview(entry.key)}
                  >
                    {t('files.preview')}
                  </Button>
                )}
                {entry.state === 'sending' || isOff(props) ? null : (
                  <Button
                    variant="text"
                    aria-label={t('files.removeOne', { name: entry.name })}
                    onClick={() => {
                      remove(entry.key)
                      input.current?.focus()
                    }}
                  >
                    {t('files.remove')}
                  </Button>
                )}
              </span>
              {entry.preview === undefined ? null : <Preview entry={entry} address={entry.preview} />}
            </li>
          ))}
        </ul>
      )}
    </FieldFrame>
  )
}

function EntryState({ entry }: { entry: AttachmentEntry }) {
  const { t } = useEngine()
  const percent = Math.round(entry.share * 100)
  return (
    <span className={css.about}>
      <span className={css.name}>{entry.name}</span>{' '}
      {entry.size === undefined ? null : <span className={css.size}>{sizeText(entry.size)}</span>}
      {entry.state === 'sending' && (
        <progress
          className={css.progress}
          max={100}
          value={percent}
          aria-label={t('files.uploading', { name: entry.name, percent })}
        />
      )}
      {entry.message === undefined ? null : (
        <span className={css.message} data-bad={entry.state === 'failed' || entry.scan === 'INFECTED' || undefined}>
          {entry.message}
        </span>
      )}
    </span>
  )
}

/** A picture is shown in place, anything else by a link that the person follows. */
function Preview({ entry, address }: { entry: AttachmentEntry; address: string }) {
  if (entry.contentType?.startsWith('image/')) return <img className={css.preview} src={address} alt={entry.name} />
  return (
    <a className={css.preview} href={address} target="_blank" rel="noreferrer">
      {entry.name}
    </a>
  )
}
