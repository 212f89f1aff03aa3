import { useEngine } from './field-context.ts'
import css from './Badge.module.css'

/** 必須 or 任意, inside a label or a legend. */
export function Badge({ required }: { required: boolean }) {
  const { t } = useEngine()
  return (
    <span className={required ? css.required : css.optional}>{t(required ? 'badge.required' : 'badge.optional')}</span>
  )
}
