import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { StepAnswers } from '../../../../form-model/definition.ts'
import { getGetProfileQueryOptions } from '../../../api/generated/profile/profile.ts'
import { staleTimes } from '../../../api/queries.ts'
import { announce } from '../../../feedback/Announcer.tsx'
import { notify } from '../../../feedback/notify.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'
import pageStyles from './pages.module.css'
import { mayPrefill, prefilled } from '../../../form-engine/answers/prefill.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'

type Props = {
  application: OpenApplication
  step: string
  /** null: there is no empty field any more. */
  onFill: (answers: StepAnswers | null) => void
}

/** Offers the values of the profile for the empty fields of a step; nothing if it has none. */
export function PrefillOffer({ application: { form, store }, step, onFill }: Props) {
  const t = useText('apply')
  const { data, isPending } = useQuery({ ...getGetProfileQueryOptions(), staleTime: staleTimes.services })
  const answers = useApplicationState(store, (state) => state.content.answers[step])
  const schema = form.definition.steps.find(({ id }) => id === step)?.schema
  // Clicking blurs the field; its answer may make the offer pointless. Keep the button until the click is handled.
  const [isPressed, setIsPressed] = useState(false)
  if (schema === undefined) return null
  if (!isPressed && !(isPending ? mayPrefill(schema, answers ?? {}) : offered())) return null

  function offered(): boolean {
    return data !== undefined && schema !== undefined && prefilled(data.data, schema, answers ?? {}) !== null
  }

  return (
    // Reserves the space until the profile has arrived, so that the fields do not move.
    <div className={isPending ? pageStyles.offerPending : pageStyles.offer}>
      <p>{t('prefill.offer')}</p>
      <Button
        variant="secondary"
        onPointerDown={() => setIsPressed(true)}
        onPointerCancel={() => setIsPressed(false)}
        onBlur={() => setIsPressed(false)}
        onClick={() => {
          // Safari gives a pressed button no focus, so there is no blur.
          setIsPressed(false)
          if (data === undefined) return
          // `answersNow` includes the text being typed.
          const filled = prefilled(data.data, schema, store.answersNow()[step] ?? {})
          onFill(filled)
          if (filled === null) notify({ tone: 'warning', message: t('prefill.nothing') })
          else announce(t('prefill.done'))
        }}
      >
        {t('prefill.fill')}
      </Button>
    </div>
  )
}
