import { useLayoutEffect } from 'react'
import type { WidgetInput } from '../field/widget.ts'

/** Shows nothing. Fills in a constant that the schema asks for. */
export function HiddenWidget({ schema, value, onChange }: WidgetInput) {
  const constant = schema.const
  const missing = constant !== undefined && constant !== true && value !== constant
  useLayoutEffect(() => {
    if (missing) onChange(constant)
  }, [missing, constant, onChange])
  return null
}
