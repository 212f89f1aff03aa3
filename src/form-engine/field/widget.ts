import type { ControlWidth } from '../../ui/fields/control.ts'
import type { JsonSchema, UiSchema } from '../../../form-model/definition.ts'

/** The props that rjsf passes to a widget and ours use. */
export type WidgetInput = {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  schema: JsonSchema
  uiSchema?: UiSchema | undefined
  options: { [name: string]: unknown; enumOptions?: readonly Choice[] | boolean }
  multiple?: boolean | undefined
  readonly?: boolean | undefined
  disabled?: boolean | undefined
}

export type Choice = { value: unknown; label: string }

export function choicesOfWidget({ options }: WidgetInput): readonly Choice[] {
  return typeof options.enumOptions === 'object' ? options.enumOptions : []
}

export function textOption(options: WidgetInput['options'], name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** `width` of the options; `long` is the whole line. */
export function widthOption(options: WidgetInput['options'], otherwise: ControlWidth = 'full'): ControlWidth {
  const width = textOption(options, 'width')
  if (width === 'long') return 'full'
  return width === 'short' || width === 'medium' ? width : otherwise
}

export function numberOption(options: WidgetInput['options'], name: string): number | undefined {
  const value = options[name]
  return typeof value === 'number' ? value : undefined
}

export function isReadOnly({ readonly, disabled }: WidgetInput): boolean {
  return readonly === true || disabled === true
}
