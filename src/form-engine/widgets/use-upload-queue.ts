import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { UploadEntry, UploadEvent, UploadQueue, UploadRules } from '../attachments/upload-queue.ts'
import { useEngine } from '../field/field-context.ts'
import type { EngineValue, Field } from '../field/field-context.ts'
import { numberedNames } from '../../lib/display-text.ts'
import type { WidgetInput } from '../field/widget.ts'
import { useOutsideValue } from '../../ui/fields/use-outside-value.ts'

/** The upload queue of a field, connected while the field is shown. */
export function useUploadQueue(field: Field, { value, onChange }: WidgetInput, rules: UploadRules): UploadQueue {
  const { engine, t } = useEngine()
  const { pointer } = field
  const [queue] = useState(() => {
    const { uploads } = engine.deps
    if (!uploads) throw new Error('A form with attachments was shown without uploads')
    return uploads.queueAt(pointer)
  })
  useSyncExternalStore(queue.subscribe, queue.version, queue.version)
  const isNew = useOutsideValue(value, (next) => queue.setAnswer(next, engine.deps.attachments))
  const onAnswer = useEffectEvent((next: unknown) => {
    engine.touch(pointer)
    if (!isNew(next)) return
    engine.fieldLeft(pointer, true)
    onChange(next)
  })
  const onEvent = useEffectEvent(({ kind, entry }: UploadEvent) => {
    const name = labelOf(queue, entry, { engine, t })
    const message = t(`files.${kind === 'failed' ? failureKey(entry) : kind}`, { name })
    // On the page the message is below the name.
    const spoken = kind === 'failed' || kind === 'infected' ? t('summary.named', { label: name, message }) : message
    engine.announce(kind === 'uploaded' && entry.isLocked === true ? `${spoken} ${t('files.locked')}` : spoken)
  })
  const currentRules = useEffectEvent(() => rules)

  // Before the effect that checks the field.
  useLayoutEffect(() => engine.addControl(pointer, () => queue.unfinished()), [engine, pointer, queue])
  const adoptAnswer = useEffectEvent(() => queue.setAnswer(value, engine.deps.attachments))
  useLayoutEffect(() => {
    // Not while rendering: the field that this one replaces may still be subscribed.
    adoptAnswer()
    const detach = queue.attach(pointer, { rules: currentRules, onAnswer, onEvent })
    // After a language change, validation runs before the fields mount.
    if (queue.unfinished() !== null) engine.fieldLeft(pointer, false)
    const unsubscribe = queue.subscribe(() => engine.inputChanged(pointer))
    return () => {
      detach()
      unsubscribe()
    }
  }, [queue, engine, pointer])
  return queue
}

/** The name of a file, with its number if another file has the same name. */
export function labelOf({ entries }: UploadQueue, { key, name }: UploadEntry, { engine, t }: EngineValue): string {
  const unnamed = t('files.unnamed')
  const names = numberedNames(
    entries.map((entry) => entry.name || unnamed),
    engine.form.language,
  )
  return names[entries.findIndex((entry) => entry.key === key)] ?? (name || unnamed)
}

/** The message for a file that cannot be sent. */
export function failureKey({ state, contentType }: UploadEntry): 'failed' | 'failedImage' | 'interrupted' | 'missing' {
  if (state === 'interrupted' || state === 'missing') return state
  return contentType?.startsWith('image/') === true ? 'failedImage' : 'failed'
}
