import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { refusalOf, sizeText, typeNames } from '../validation/attachment-check.ts'
import type { FileRefusal } from '../validation/attachment-check.ts'
import { useEngine } from '../field/field-context.ts'
import type { Field } from '../field/field-context.ts'
import { UploadRefused } from '../field/ports.ts'
import type { AttachmentRef, UploadRefusal } from '../field/ports.ts'
import { numberOption, textOption } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import { useOutsideValue } from './use-outside-value.ts'

export type FilePlan = {
  accept: string[]
  /** Bytes. */
  maxSize: number | undefined
  maxFiles: number
  purpose: string
  /** The answer is one id, not a list. */
  single: boolean
}

export type AttachmentEntry = {
  key: string
  attachmentId: string | undefined
  name: string
  size: number | undefined
  state: 'sending' | 'failed' | 'sent'
  /** Of the file that was sent, 0 to 1. */
  share: number
  scan: AttachmentRef['scan'] | undefined
  message: string | undefined
  contentType: string | undefined
  /** Where the browser may show it, while it is shown. */
  preview: string | undefined
}

type Refused = { name: string; message: string }

export function filePlan({ options, schema }: WidgetInput): FilePlan {
  const { accept } = options
  const single = schema.type === 'string'
  const { maxItems } = schema
  const limit = numberOption(options, 'maxFiles') ?? (typeof maxItems === 'number' ? maxItems : Infinity)
  return {
    accept: Array.isArray(accept) ? accept.filter((type) => typeof type === 'string') : [],
    maxSize: numberOption(options, 'maxSize'),
    maxFiles: single ? 1 : limit,
    purpose: textOption(options, 'purpose') ?? 'application',
    single,
  }
}

function idsOf(value: unknown): string[] {
  const ids: unknown[] = Array.isArray(value) ? (value as unknown[]) : [value]
  return ids.flatMap((id) => (typeof id === 'string' && id !== '' ? [id] : []))
}

/** Milliseconds between the questions what the scan has found. */
const scanPauses = [1_000, 2_000, 4_000, 8_000, 15_000]

let lastKey = 0
function newKey() {
  lastKey += 1
  return `file-${lastKey}`
}

function isCancel(error: unknown) {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'CanceledError')
}

/** What stands in the list of a file field, and what can be done to it. */
export function useAttachments(field: Field, { value, onChange }: WidgetInput, plan: FilePlan) {
  const { engine, t } = useEngine()
  const running = useRef(new Map<string, { file: File; abort: AbortController }>())
  const known = (attachmentId: string): AttachmentEntry => {
    const about = engine.ports.attachments.find((one) => one.attachmentId === attachmentId)
    return {
      key: attachmentId,
      attachmentId,
      name: about?.name ?? attachmentId,
      size: about?.size,
      contentType: about?.contentType,
      preview: undefined,
      state: 'sent',
      share: 1,
      ...scanned(about?.scan),
    }
  }
  const scanned = (scan: AttachmentRef['scan'] | undefined) => ({
    scan,
    message: scan === 'PENDING' ? t('files.scanning') : scan === 'INFECTED' ? t('files.infected') : undefined,
  })
  const [entries, setEntries] = useState<AttachmentEntry[]>(() => idsOf(value).map(known))
  const [refused, setRefused] = useState<Refused[]>([])
  // What the list is once all that has been asked for is drawn; two uploads may end between two renders.
  const latest = useRef(entries)
  const isNew = useOutsideValue(value, (next) => {
    const ids = idsOf(next)
    update((before) => [
      ...ids.map((id) => before.find(({ attachmentId }) => attachmentId === id) ?? known(id)),
      ...before.filter(({ attachmentId }) => attachmentId === undefined),
    ])
  })
  const closed = useRef(false)
  const onOpened = useEffectEvent(() => {
    for (const { key, attachmentId, scan } of latest.current)
      if (scan === 'PENDING' && attachmentId !== undefined) void followScan(key, attachmentId)
  })
  useEffect(() => {
    closed.current = false
    onOpened()
    const uploads = running.current
    return () => {
      closed.current = true
      for (const { abort } of uploads.values()) abort.abort()
    }
  }, [])

  function update(change: (before: AttachmentEntry[]) => AttachmentEntry[]): void {
    latest.current = change(latest.current)
    setEntries(latest.current)
    const busy = latest.current.some(({ state }) => state === 'sending')
    const infected = latest.current.some(({ scan }) => scan === 'INFECTED')
    engine.setUnreadable(field.pointer, infected ? 'infected' : busy ? 'uploading' : null)
  }

  const patch = (key: string, change: Partial<AttachmentEntry>) =>
    update((before) => before.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)))

  /** The answer holds the file at once; what the scan finds is shown when it is known. */
  const followScan = async (key: string, attachmentId: string) => {
    for (const pause of scanPauses) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const describe = engine.ports.uploads?.describe
      if (closed.current || !describe || !latest.current.some((entry) => entry.key === key)) return
      try {
        const { scan } = await describe(attachmentId)
        if (scan === 'PENDING') continue
        patch(key, scanned(scan))
        if (scan === 'INFECTED') engine.announce(t('files.infected'))
        return
      } catch {
        // Asked again after the next pause; the provider also looks when the form is sent.
      }
    }
  }

  /** Hands the ids of what is there to the form. */
  const report = () => {
    const ids = latest.current.flatMap(({ attachmentId }) => (attachmentId === undefined ? [] : [attachmentId]))
    const next = plan.single ? ids[0] : ids.length === 0 ? undefined : ids
    engine.touch(field.pointer)
    if (!isNew(next)) return
    engine.left(field.pointer, true)
    onChange(next)
  }

  const send = async (key: string, file: File) => {
    const { uploads } = engine.ports
    if (!uploads) throw new Error('A form with attachments was shown without uploads')
    const abort = new AbortController()
    running.current.set(key, { file, abort })
    patch(key, { state: 'sending', share: 0, message: undefined })
    try {
      const sent = await uploads.upload(file, plan.purpose, (share) => patch(key, { share }), abort.signal)
      running.current.delete(key)
      patch(key, { state: 'sent', share: 1, attachmentId: sent.attachmentId, name: sent.name, ...scanned(sent.scan) })
      engine.announce(t('files.uploaded', { name: sent.name }))
      report()
      if (sent.scan === 'PENDING') void followScan(key, sent.attachmentId)
    } catch (error) {
      if (isCancel(error)) return
      if (error instanceof UploadRefused) {
        running.current.delete(key)
        update((before) => before.filter((entry) => entry.key !== key))
        setRefused((before) => [...before, { name: file.name, message: refusalText(error.reason) }])
        return
      }
      const message = t(file.type.startsWith('image/') ? 'files.failedImage' : 'files.failed')
      patch(key, { state: 'failed', message })
      engine.announce(message)
    }
  }

  const refusalText = (refusal: FileRefusal | UploadRefusal): string => {
    switch (refusal) {
      case 'empty':
        return t('files.empty')
      case 'type':
        return t('files.type', { types: typeNames(plan.accept, t('files.separator')) })
      case 'tooLarge':
        return t('files.tooLarge', { max: sizeText(plan.maxSize ?? 0) })
      case 'tooMany':
        return t('files.tooMany', { max: plan.maxFiles })
      case 'tooManyPixels':
        return t('files.tooManyPixels')
      case 'infected':
        return t('files.infected')
    }
  }

  /** Made ready to be sent, then checked: a photo that is too large for the form may be scaled down. */
  const prepared = async (chosen: File): Promise<{ file: File; refusal: FileRefusal | UploadRefusal | null }> => {
    if (latest.current.length >= plan.maxFiles) return { file: chosen, refusal: 'tooMany' }
    // By its content first: what is no picture of the allowed kind is not touched.
    const first = await refusalOf(chosen, plan)
    if (first !== null && first !== 'tooLarge') return { file: chosen, refusal: first }
    try {
      const file = (await engine.ports.uploads?.prepare?.(chosen, plan.maxSize)) ?? chosen
      return { file, refusal: await refusalOf(file, plan) }
    } catch (error) {
      if (error instanceof UploadRefused) return { file: chosen, refusal: error.reason }
      throw error
    }
  }

  const addAll = async (files: readonly File[]) => {
    const turnedAway: Refused[] = []
    for (const chosen of files) {
      const { file, refusal } = await prepared(chosen)
      if (refusal !== null) {
        turnedAway.push({ name: chosen.name, message: refusalText(refusal) })
        continue
      }
      const key = newKey()
      update((before) => [
        ...before,
        {
          key,
          attachmentId: undefined,
          name: file.name,
          size: file.size,
          state: 'sending',
          share: 0,
          scan: undefined,
          message: undefined,
          contentType: file.type,
          preview: undefined,
        },
      ])
      void send(key, file)
    }
    setRefused(turnedAway)
  }

  const removeOne = async (entry: AttachmentEntry) => {
    update((before) => before.filter(({ key }) => key !== entry.key))
    running.current.delete(entry.key)
    report()
    engine.announce(t('files.removed', { name: entry.name }))
    const { uploads } = engine.ports
    if (entry.attachmentId === undefined || !uploads) return
    try {
      await uploads.remove(entry.attachmentId)
    } catch (cause) {
      // The answer no longer names the file, and the provider deletes what no application holds: nothing to tell here.
      reportError(new Error('An attachment was not deleted', { cause }))
    }
  }

  const find = (key: string) => latest.current.find((entry) => entry.key === key)

  return {
    entries,
    refused,
    add: (files: readonly File[]) => void addAll(files),
    cancel: (key: string) => {
      const entry = find(key)
      running.current.get(key)?.abort.abort()
      running.current.delete(key)
      update((before) => before.filter((one) => one.key !== key))
      if (entry) engine.announce(t('files.cancelled', { name: entry.name }))
    },
    retry: (key: string) => {
      const upload = running.current.get(key)
      // Two presses before the button is drawn away are one (P-01).
      if (upload && find(key)?.state === 'failed') void send(key, upload.file)
    },
    remove: (key: string) => {
      const entry = find(key)
      if (entry) void removeOne(entry)
    },
    preview: (key: string) => {
      const entry = find(key)
      if (entry?.preview !== undefined) patch(key, { preview: undefined })
      else if (entry?.attachmentId !== undefined) void show(key, entry.attachmentId)
    },
  }

  async function show(key: string, attachmentId: string): Promise<void> {
    const { uploads } = engine.ports
    if (!uploads) return
    try {
      patch(key, { preview: await uploads.preview(attachmentId) })
    } catch {
      patch(key, { message: t('files.previewFailed') })
    }
  }
}
