import { useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import { detectChannel, isInsideLine } from '../../line/channel.ts'
import { formatFileSize } from '../../lib/display-text.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import type { ButtonVariant } from '../../ui/Button.tsx'
import { acceptAttribute, isNamedAs, plainPictures, refusedPictures, typeNames } from '../attachments/file-check.ts'
import type { RefusedFile, UploadEntry, UploadQueue, UploadRules } from '../attachments/upload-queue.ts'
import type { EngineTexts } from '../definition/engine-texts.ts'
import { afterGesture } from '../field/after-gesture.ts'
import { idList, useEngine, useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { isReadOnly, numberOption, textOption } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import css from './FilesWidget.module.css'
import { failureKey, labelOf, useUploadQueue } from './use-upload-queue.ts'

/** Files are uploaded when they are chosen; the answer is a list of ids (or one id), never the content. */
export function FilesWidget(props: WidgetInput) {
  const field = useField()
  const { t, engine } = useEngine()
  const rules = uploadRules(props)
  const input = useRef<HTMLInputElement>(null)
  const queue = useUploadQueue(field, props, rules)
  const limits = limitsText(rules, t)
  const limitsId = `${field.id}-limits`
  const hintId = `${field.id}-line`
  const hinted = !isReadOnly(props) && takesOtherThanPictures(rules) && isInsideLine(detectChannel(navigator.userAgent))

  return (
    <FieldFrame field={field} group>
      {limits !== '' && (
        <p className={css.limits} id={limitsId}>
          {limits}
        </p>
      )}
      {hinted && (
        <p className={css.limits} id={hintId}>
          {t('files.insideLine')}
        </p>
      )}
      {!isReadOnly(props) && (
        <Chooser
          text={t('files.choose')}
          variant="secondary"
          onFiles={(files) => void queue.add(files)}
          id={field.id}
          ref={input}
          multiple={rules.maxFiles > 1}
          accept={acceptAttribute(rules.accept)}
          aria-label={t('files.chooseOne', { label: field.label })}
          aria-invalid={field.groupAria['aria-invalid']}
          aria-describedby={idList(
            field.groupAria['aria-describedby'],
            limits === '' ? undefined : limitsId,
            hinted ? hintId : undefined,
          )}
          onBlur={() => afterGesture(() => engine.fieldLeft(field.pointer, false))}
        />
      )}
      {queue.refused.length > 0 && (
        <div role="alert">
          <ul className={css.refused}>
            {queue.refused.map(({ name, reason }, index) => (
              <li key={`${index} ${name}`}>{`${name} — ${refusalText({ name, reason }, rules, t)}`}</li>
            ))}
          </ul>
        </div>
      )}
      {queue.entries.length > 0 && (
        <ul className={css.files}>
          {queue.entries.map((entry) => (
            <Entry
              entry={entry}
              key={entry.key}
              queue={queue}
              off={isReadOnly(props)}
              accept={acceptAttribute(rules.accept)}
              onGone={() => input.current?.focus()}
            />
          ))}
        </ul>
      )}
    </FieldFrame>
  )
}

function uploadRules({ options, schema }: WidgetInput): UploadRules {
  const { accept } = options
  const single = schema.type === 'string'
  const { maxItems } = schema
  const limit = numberOption(options, 'maxFiles') ?? (typeof maxItems === 'number' ? maxItems : Infinity)
  return {
    accept: Array.isArray(accept) ? accept.filter((type) => typeof type === 'string') : [],
    maxBytes: numberOption(options, 'maxSize'),
    maxTotalBytes: numberOption(options, 'maxTotalSize'),
    maxFiles: single ? 1 : limit,
    purpose: textOption(options, 'purpose') ?? 'application',
    single,
  }
}

/** The file chooser of LINE may offer photos only. */
function takesOtherThanPictures({ accept }: UploadRules): boolean {
  return accept.length === 0 || accept.some((type) => !type.startsWith('image/'))
}

/** `PDF・JPEG（1ファイル8 MBまで、5件まで）`. */
function limitsText({ accept, maxBytes, maxTotalBytes, maxFiles }: UploadRules, t: EngineTexts): string {
  const limits = [
    maxBytes === undefined ? '' : t('files.upTo', { size: formatFileSize(maxBytes) }),
    maxFiles > 1 && Number.isFinite(maxFiles) ? t('files.upToCount', { count: maxFiles }) : '',
    maxTotalBytes === undefined ? '' : t('files.upToTotal', { size: formatFileSize(maxTotalBytes) }),
  ]
    .filter((part) => part !== '')
    .join(t('files.separator'))
  if (accept.length === 0) return limits
  const types = typeNames(accept, t('files.typeSeparator'))
  return limits === '' ? types : t('files.limits', { types, limits })
}

function refusalText({ name, reason }: RefusedFile, rules: UploadRules, t: EngineTexts): string {
  const namesOf = (accept: readonly string[]) => typeNames(accept, t('files.separator'))
  const types = namesOf(rules.accept)
  switch (reason) {
    case 'misnamed':
      return t('files.misnamed', { types })
    case 'type':
      if (types === '') return t('files.anyType')
      // The API looks deeper into a file than the portal.
      return t(isNamedAs(name, rules.accept) ? 'files.misnamed' : 'files.type', { types })
    case 'tooLarge':
      return t('files.tooLarge', { max: formatFileSize(rules.maxBytes ?? 0) })
    case 'totalTooLarge':
      return t('files.totalTooLarge')
    case 'tooMany':
      return t('files.tooMany', { max: rules.maxFiles })
    case 'otherPicture':
      return t('files.otherPicture', { types: namesOf(refusedPictures(rules.accept)) })
    case 'metadataNotRemoved':
      return t('files.metadataNotRemoved', { types: namesOf(plainPictures(rules.accept)) || types })
    case 'empty':
    case 'unreadable':
    case 'infected':
    case 'tooManyPixels':
    case 'removedElsewhere':
      return t(`files.${reason}`)
  }
}

type ChooserProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  text: string
  variant: ButtonVariant
  onFiles: (files: readonly File[]) => void
}

/** A button that opens the file chooser. The browser's own would say that no file is chosen, even below attached files. */
function Chooser({ text, variant, onFiles, ...rest }: ChooserProps) {
  return (
    <span className={css.chooser}>
      <span className={buttonClass(variant)} aria-hidden="true">
        {text}
      </span>
      <input
        {...rest}
        type="file"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // Cleared, so that the same file can be chosen again after it was refused or removed.
          event.currentTarget.value = ''
          onFiles(files)
        }}
      />
    </span>
  )
}

type EntryProps = {
  entry: UploadEntry
  queue: UploadQueue
  off: boolean
  accept: string | undefined
  onGone: () => void
}

function Entry({ entry, queue, off, accept, onGone }: EntryProps) {
  const engineValue = useEngine()
  const { t } = engineValue
  const { key, state, scan, attachmentId } = entry
  const name = labelOf(queue, entry, engineValue)
  const [preview, setPreview] = useState<{ address: string } | 'failed' | null>(null)

  async function togglePreview(id: string) {
    if (preview !== null && preview !== 'failed') return setPreview(null)
    try {
      setPreview({ address: await queue.preview(id) })
    } catch {
      setPreview('failed')
    }
  }

  return (
    <li className={css.file}>
      <EntryState entry={entry} name={name} previewFailed={preview === 'failed'} />
      <span className={css.buttons}>
        {state === 'uploading' && (
          <Button
            variant="text"
            aria-label={t('files.cancelOne', { name })}
            onClick={() => {
              queue.cancel(key)
              onGone()
            }}
          >
            {t('files.cancel')}
          </Button>
        )}
        {state === 'failed' && (
          <Button
            variant="text"
            aria-label={t('files.retryOne', { name })}
            onClick={() => {
              queue.retry(key)
              onGone()
            }}
          >
            {t('files.retry')}
          </Button>
        )}
        {(state === 'interrupted' || state === 'missing') && (
          <Chooser
            text={t('files.chooseAgain')}
            variant="text"
            accept={accept}
            aria-label={t('files.chooseAgainOne', { name })}
            onFiles={(files) => {
              void queue.replace(key, files)
              onGone()
            }}
          />
        )}
        {attachmentId !== undefined && scan !== 'INFECTED' && state !== 'missing' && (
          <Button
            variant="text"
            aria-label={t('files.previewOne', { name })}
            aria-expanded={preview !== null && preview !== 'failed'}
            onClick={() => void togglePreview(attachmentId)}
          >
            {t('files.preview')}
          </Button>
        )}
        {state !== 'uploading' && !off && (
          <Button
            variant="text"
            aria-label={t('files.removeOne', { name })}
            onClick={() => {
              void queue.remove(key)
              onGone()
            }}
          >
            {t('files.remove')}
          </Button>
        )}
      </span>
      {preview !== null && preview !== 'failed' && <Preview entry={entry} name={name} address={preview.address} />}
    </li>
  )
}

function EntryState({ entry, name, previewFailed }: { entry: UploadEntry; name: string; previewFailed: boolean }) {
  const { t } = useEngine()
  const { size, state, share, scan, isLocked = false } = entry
  const percent = Math.round(share * 100)
  const isFailed = state !== 'uploading' && state !== 'uploaded'
  const message = isFailed
    ? t(`files.${failureKey(entry)}`)
    : scan === 'INFECTED'
      ? t('files.infected')
      : scan === 'PENDING'
        ? t('files.scanning')
        : previewFailed
          ? t('files.previewFailed')
          : isLocked
            ? t('files.locked')
            : undefined
  return (
    <span className={css.about}>
      <FileName name={name} /> {size !== undefined && <span className={css.size}>{formatFileSize(size)}</span>}
      {state === 'uploading' && (
        <progress
          className={css.progress}
          max={100}
          value={percent}
          aria-label={t('files.uploading', { name, percent })}
        />
      )}
      {message !== undefined && (
        <span className={css.message} data-bad={isFailed || scan === 'INFECTED' || undefined}>
          {message}
        </span>
      )}
    </span>
  )
}

/** Names up to this length are shown completely. */
const longestName = 24
const nameEnd = 12

/** A long name takes one line: its beginning is truncated, its end with version and extension stays. */
function FileName({ name }: { name: string }) {
  const characters = Array.from(name)
  if (characters.length <= longestName) return <span className={css.name}>{name}</span>
  return (
    <span className={css['long-name']} title={name}>
      <span className={css['name-start']}>{characters.slice(0, -nameEnd).join('')}</span>
      <span className={css['name-end']}>{characters.slice(-nameEnd).join('')}</span>
    </span>
  )
}

/**
 * A picture is shown in place, any other file by a link, and so is a picture from an origin that the policy forbids.
 */
function Preview({ entry, name, address }: { entry: UploadEntry; name: string; address: string }) {
  const [broken, setBroken] = useState(false)
  if (entry.contentType?.startsWith('image/') === true && !broken)
    return <img className={css.preview} src={address} alt={name} onError={() => setBroken(true)} />
  // LINE has no second window, and another parameter would make a signed address invalid.
  const target = isInsideLine(detectChannel(navigator.userAgent)) ? undefined : '_blank'
  return (
    <a className={css.preview} href={address} target={target} rel="noreferrer">
      {name}
    </a>
  )
}
