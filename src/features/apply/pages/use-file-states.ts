import { useEffect, useEffectEvent, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { attachmentsOf, leavesOf, listOrFieldOf } from '../../../../form-model/answers.ts'
import { getGetAttachmentQueryKey } from '../../../api/generated/attachments/attachments.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { useAttachments } from '../attachments/use-application-attachments.ts'

/**
 * Marks files that the API no longer has at their fields, and names those that another device has added: when the form
 * opens, when other answers are taken over, when the draft is gone, and after a refused submission.
 */
export function useFileStates({ form, store }: OpenApplication): void {
  const queryClient = useQueryClient()
  const answers = useApplicationState(store, (state) => state.content.answers)
  const occasion = useApplicationState(
    store,
    ({ revision, question, submission }) => `${revision} ${question?.kind} ${submission.refusal?.kind}`,
  )
  const ids = attachmentsOf(form.definition, answers)
  const { attachments, missing } = useAttachments(ids)
  const readAgain = useEffectEvent(() => {
    for (const id of ids) void queryClient.invalidateQueries({ queryKey: getGetAttachmentQueryKey(id) })
  })
  const [opened] = useState(occasion)
  useEffect(() => {
    if (occasion !== opened) readAgain()
  }, [occasion, opened])

  const files = leavesOf(answers).flatMap(({ pointer, value }) => {
    const ref = attachments.find(({ attachmentId }) => attachmentId === value) ?? null
    const isMissing = typeof value === 'string' && missing.includes(value)
    if (!isMissing && ref === null) return []
    return [{ pointer: listOrFieldOf(pointer), id: String(value), ref: isMissing ? null : ref }]
  })
  const describe = useEffectEvent(() => store.uploads.describe(files))
  const present = JSON.stringify(files)
  useEffect(() => describe(), [present])
}
