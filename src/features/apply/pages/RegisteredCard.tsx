import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isInside, joinPointer, segmentsOf } from '../../../../form-model/pointer.ts'
import { getGetProfileQueryOptions } from '../../../api/generated/profile/profile.ts'
import { staleTimes } from '../../../api/queries.ts'
import { answerText } from '../../../form-engine/answers/answer-text.ts'
import { composedText } from '../../../form-engine/answers/compose.ts'
import { answersFromProfile, isPrefilledOnOpening } from '../../../form-engine/answers/prefill.ts'
import { useEngineTexts } from '../../../form-engine/definition/engine-texts.ts'
import { describeField, orderedProperties } from '../../../form-engine/definition/field-description.ts'
import { validateStep } from '../../../form-engine/validation/validate.ts'
import { formatList } from '../../../lib/display-text.ts'
import { useText } from '../../../i18n/use-text.ts'
import type { FieldError } from '../../../lib/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import pageStyles from './pages.module.css'
import type { FormPage } from './form-pages.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { useApplicationState } from '../application/use-application.ts'
import { useReplacedOrder } from './use-replaced-order.ts'

export type FoldedFields = {
  /** Fields that a card shows instead. */
  pointers: ReadonlySet<string>
  covers: (pointer: string) => boolean
  unfold: (step: string) => void
  /** Shows the fields again if one of them has an error. */
  showErrors: (errors: readonly FieldError[]) => void
}

/**
 * The fields of a page that were filled in from the profile on opening and that are valid: a card shows them until the
 * user wants to change them. Decided when the page opens, so that no field is folded during typing. A section with an
 * answer to correct is never folded, also if the returned application is loaded later.
 */
export function useFoldedFields(application: OpenApplication, page: FormPage): FoldedFields {
  const { form, store } = application
  const profile = useQuery({ ...getGetProfileQueryOptions(), staleTime: staleTimes.services }).data?.data
  const refused = useApplicationState(store, (state) => state.serverErrors)
  const toCorrect = useReplacedOrder(application)?.returnFields
  const [opened, setPointers] = useState<ReadonlySet<string>>(() => {
    const answers = store.answersNow()
    const folded = form.definition.steps.flatMap((step) => {
      if (profile === undefined || !page.steps.includes(step.id) || !isPrefilledOnOpening(step)) return []
      const names = answersFromProfile(profile, step.schema, answers[step.id] ?? {}) ?? []
      const inOrder = orderedProperties(step.schema, step.ui ?? {}, step.schema).filter(([name]) =>
        names.includes(name),
      )
      const mine = inOrder.map(([name]) => joinPointer(joinPointer('', step.id), name))
      const errors = [...validateStep(form, step.id, answers), ...refused]
      return errors.some(({ pointer }) => isBelow(pointer, mine)) ? [] : mine
    })
    return new Set(folded)
  })

  const pointers = useMemo(() => {
    const unfolded = new Set(toCorrect?.map((pointer) => segmentsOf(pointer)[0]))
    return new Set([...opened].filter((pointer) => !unfolded.has(segmentsOf(pointer)[0])))
  }, [opened, toCorrect])

  function unfold(step: string) {
    setPointers((before) => new Set([...before].filter((pointer) => segmentsOf(pointer)[0] !== step)))
  }

  const covers = (pointer: string) => isBelow(pointer, [...pointers])

  return {
    pointers,
    covers,
    unfold,
    showErrors(errors) {
      for (const { pointer } of errors) if (covers(pointer)) unfold(segmentsOf(pointer)[0] ?? '')
    },
  }
}

function isBelow(pointer: string, fields: readonly string[]): boolean {
  return fields.some((field) => isInside(pointer, field))
}

type Props = { application: OpenApplication; step: string; folded: FoldedFields; onChange: () => void }

/** The registered data as a short summary instead of fields; nothing if no field of the step is folded. */
export function RegisteredCard({ application: { form, store }, step, folded, onChange }: Props) {
  const t = useText('apply')
  const engineTexts = useEngineTexts()
  const answers = useApplicationState(store, (state) => state.content.answers[step])
  const pointers = [...folded.pointers].filter((pointer) => segmentsOf(pointer)[0] === step)
  if (pointers.length === 0) return null
  return (
    <section className={pageStyles.box} aria-labelledby={`${step}-registered`}>
      <div className={pageStyles.cardHead}>
        <p id={`${step}-registered`}>
          <strong>{t('prefill.card')}</strong>
        </p>
        <Button
          variant="secondary"
          onClick={() => {
            folded.unfold(step)
            onChange()
          }}
        >
          {t('prefill.change')}
        </Button>
      </div>
      <DescriptionList
        items={pointers.map((pointer) => {
          const field = describeField(form, pointer)
          const value = answers?.[segmentsOf(pointer)[1] ?? '']
          const words = composedText(form, pointer, value, engineTexts)
          const lines = words === null ? (answerText(form, field, value, engineTexts) ?? []) : [words]
          return { key: pointer, term: field.text?.label ?? pointer, description: formatList(lines, form.language) }
        })}
      />
    </section>
  )
}
