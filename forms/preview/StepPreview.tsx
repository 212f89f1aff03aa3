import { useEffect, useRef, useState } from 'react'
import type { Answers } from '../../form-model/definition.ts'
import { FormUploads } from '../../src/form-engine/attachments/form-uploads.ts'
import { FormStep } from '../../src/form-engine/step/FormPage.tsx'
import type { LoadedForm } from '../../src/form-engine/definition/load-form.ts'
import type { FormStepHandle, Lookups } from '../../src/form-engine/field/ports.ts'
import type { AttachmentRef, Uploads } from '../../src/form-engine/attachments/attachment-storage.ts'
import { Button } from '../../src/ui/Button.tsx'
import { formHost } from './form-host.ts'

type Props = {
  form: LoadedForm
  stepId: string
  answers: Answers
  onAnswers: (change: (before: Answers | null) => Answers) => void
  showErrors: boolean
  /** `null` = no button. */
  nextLabel: string | null
  onNext: () => void
}

/** One step, with look-ups and uploads that stay on this machine. */
export function StepPreview({ form, stepId, answers, onAnswers, showErrors, nextLabel, onNext }: Props) {
  const handle = useRef<FormStepHandle>(null)
  const [uploads] = useState(() => new FormUploads(localUploads(), { read: () => undefined, write: () => undefined }))
  useEffect(() => {
    if (showErrors) handle.current?.validate()
  }, [showErrors, form, stepId])
  // Answers being typed are kept when the changed form is shown.
  useEffect(() => formHost().onFormsChanged(() => handle.current?.flush()), [])
  return (
    <>
      <FormStep
        form={form}
        stepId={stepId}
        answers={answers}
        lookups={lookups}
        uploads={uploads}
        onInput={() => undefined}
        onCommit={(step) => onAnswers((before) => ({ ...before, [stepId]: step }))}
        ref={handle}
      />
      {nextLabel !== null && (
        <Button
          variant="primary"
          onClick={() => {
            if (handle.current?.validate().length === 0) onNext()
          }}
        >
          {nextLabel}
        </Button>
      )}
    </>
  )
}

const lookups: Lookups = {
  address: (postalCode) => formHost().addresses(postalCode),
  corporation: (corporateNumber) =>
    Promise.resolve([{ corporateNumber, name: '港建設株式会社', address: '東京都港区芝公園1丁目5番25号' }]),
}

/** Files stay in the page. */
function localUploads(): Uploads {
  const files = new Map<string, { ref: AttachmentRef; url: string }>()
  return {
    upload(file, _purpose, onProgress) {
      const ref: AttachmentRef = {
        attachmentId: `AT-${files.size + 1}`,
        name: file.name,
        contentType: file.type,
        size: file.size,
        scan: 'CLEAN',
      }
      files.set(ref.attachmentId, { ref, url: URL.createObjectURL(file) })
      onProgress(1)
      return Promise.resolve(ref)
    },
    remove(id) {
      files.delete(id)
      return Promise.resolve()
    },
    preview: (id) => Promise.resolve(files.get(id)?.url ?? ''),
  }
}
