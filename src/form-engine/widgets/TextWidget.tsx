import type { ComponentProps } from 'react'
import { formats } from '../../../form-model/formats.ts'
import { withoutInvisible } from '../../../form-model/visible-text.ts'
import {
  inAcceptedWidth,
  normalizeEmail,
  normalizePhone,
  toFullWidthKana,
  toFullWidthKatakana,
} from '../../lib/japanese.ts'
import type { ControlWidth } from '../../ui/fields/control.ts'
import { useField } from '../field/field-context.ts'
import { FieldFrame } from '../field/FieldFrame.tsx'
import { controlClass } from '../../ui/fields/control.ts'
import { isReadOnly, textOption, widthOption } from '../field/widget.ts'
import type { WidgetInput } from '../field/widget.ts'
import { useTextControl } from './use-text-control.ts'

type InputMode = NonNullable<ComponentProps<'input'>['inputMode']>

type Kind = {
  type?: string
  inputMode?: InputMode
  autoComplete?: string
  width?: ControlWidth
  normalize?: (text: string) => string
}

/** Keyboard, autofill and width of each format. */
const kinds: { [name: string]: Kind } = {
  text: {},
  email: {
    type: 'email',
    inputMode: formats.email.inputMode,
    autoComplete: 'email',
    width: 'full',
    normalize: normalizeEmail,
  },
  uri: {
    type: 'url',
    inputMode: formats.uri.inputMode,
    autoComplete: 'url',
    width: 'full',
    normalize: withoutInvisible,
  },
  phone: {
    type: 'tel',
    inputMode: formats['jp-phone'].inputMode,
    autoComplete: 'tel',
    width: 'medium',
    normalize: normalizePhone,
  },
  kana: { width: 'medium', normalize: toFullWidthKatakana },
}

export function TextWidget(props: WidgetInput) {
  return <TextLine {...props} kind="text" />
}
export function EmailWidget(props: WidgetInput) {
  return <TextLine {...props} kind="email" />
}
export function UriWidget(props: WidgetInput) {
  return <TextLine {...props} kind="uri" />
}
export function PhoneWidget(props: WidgetInput) {
  return <TextLine {...props} kind="phone" />
}
export function KanaWidget(props: WidgetInput) {
  return <TextLine {...props} kind="kana" />
}

function TextLine({ kind, ...props }: WidgetInput & { kind: string }) {
  const field = useField()
  const { type = 'text', inputMode, autoComplete, width, normalize = plainText(props.schema) } = kinds[kind] ?? {}
  const { control } = useTextControl<HTMLInputElement>({
    pointer: field.pointer,
    value: props.value,
    onChange: props.onChange,
    normalize,
  })
  const keyboard = textOption(props.options, 'inputmode') ?? inputMode
  return (
    <FieldFrame field={field}>
      <input
        {...field.aria}
        {...control}
        className={controlClass(widthOption(props.options, width ?? widthOfLength(props.schema.maxLength)))}
        // The browser's own check of type=email has other formats and texts; inputmode selects the keyboard.
        type={type === 'email' || type === 'url' ? 'text' : type}
        inputMode={isInputMode(keyboard) ? keyboard : undefined}
        autoComplete={textOption(props.options, 'autocomplete') ?? autoComplete}
        autoCapitalize={kind === 'email' || kind === 'uri' ? 'none' : undefined}
        spellCheck={kind === 'text' ? undefined : false}
        readOnly={isReadOnly(props)}
      />
    </FieldFrame>
  )
}

/** The conversion of a text that has no widget of its own. */
export function plainText({ format, pattern }: WidgetInput['schema']): (text: string) => string {
  if (format === 'jis-level-2') return toFullWidthKana
  if (typeof pattern !== 'string') return (text) => text
  const expression = new RegExp(pattern, 'u')
  return (text) => inAcceptedWidth(text, (one) => expression.test(one))
}

/** The width of a field without `width`: about the length of its longest answer. */
function widthOfLength(maxLength: unknown): ControlWidth {
  if (typeof maxLength !== 'number' || maxLength > 30) return 'full'
  return maxLength > 10 ? 'medium' : 'short'
}

const inputModes: readonly string[] = ['none', 'text', 'tel', 'url', 'email', 'numeric', 'decimal', 'search']
function isInputMode(mode: string | undefined): mode is InputMode {
  return mode !== undefined && inputModes.includes(mode)
}
