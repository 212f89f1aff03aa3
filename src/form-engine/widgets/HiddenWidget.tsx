import { useLayoutEffect } from 'react'
import type { WidgetInput } from '../field/widget.ts'

/** Shows nothing. A constant that the schema asks for is put in, since nobody can. */
export function HiddenWidget({ schema, value, onChange }: WidgetInput) {
  const constant = schema.const
  const missing = constant !== undefined && constant !== true && value !== constant
  useLayoutEffect(() => {
    if (missing) onChange(constant)
  }, [missing, constant, onChange])
  return null
}
