import type { Answers } from '../../form-model/definition.ts'
import { explainedLimit, explainedLine } from '../../form-model/fee-explanation.ts'
import { fieldName } from '../../src/form-engine/answers/field-names.ts'
import type { LoadedForm } from '../../src/form-engine/definition/load-form.ts'
import { estimatedFee } from '../../src/form-engine/validation/estimated-fee.ts'
import { AmountLines } from '../../src/order-display/AmountLines.tsx'
import css from './FormFrame.module.css'
import type { previewTexts } from './preview-texts.ts'

type Props = { form: LoadedForm; answers: Answers; texts: ReturnType<typeof previewTexts> }

/** What the answers cost, line by line as the portal explains it. */
export function FeePreview({ form, answers, texts }: Props) {
  if (form.definition.fee === undefined) return null
  return (
    <section className={`${css.section ?? ''} ${css.fee ?? ''}`} aria-labelledby="fee-preview">
      <h2 id="fee-preview">{texts.fee}</h2>
      <FeeOfAnswers form={form} answers={answers} texts={texts} />
    </section>
  )
}

function FeeOfAnswers({ form, answers, texts }: Props) {
  const fee = estimatedFee(form, answers)
  if ('uncounted' in fee)
    return (
      <>
        <p>{texts.feeUnknown}</p>
        <ul>
          {fee.uncounted.map((pointer) => (
            <li key={pointer}>{fieldName(form, pointer)}</li>
          ))}
        </ul>
      </>
    )
  if (fee.lines.length === 0) return <p>{texts.feeNone}</p>
  const lines = fee.lines.map((line) => explainedLine(line, form.texts, (textOf) => textOf(form.texts)))
  const amount = { total: fee.total, tax: fee.tax, currency: 'JPY' as const }
  return <AmountLines of={{ amount, lines, ...explainedLimit(fee) }} />
}
