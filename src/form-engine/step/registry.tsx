import { uiOption } from '../../../form-model/schema-walk.ts'
import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js'
import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js'
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js'
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import type {
  Field,
  FieldProps,
  RegistryFieldsType,
  RegistryWidgetsType,
  RJSFSchema,
  TemplatesType,
  WidgetProps,
} from '@rjsf/utils'
import { useLayoutEffect, useMemo } from 'react'
import { pictureParts } from '../../../form-model/picture.ts'
import { isFileSchema } from '../definition/field-description.ts'
import { useField } from '../field/field-context.ts'
import css from '../templates/groups.module.css'
import { ArrayItemTemplate, ArrayTemplate } from '../templates/ArrayTemplate.tsx'
import { FieldTemplate } from '../templates/FieldTemplate.tsx'
import { ObjectTemplate } from '../templates/ObjectTemplate.tsx'
import { TextTable } from '../templates/TextTable.tsx'
import { UnionField } from './UnionField.tsx'
import type { WidgetInput } from '../field/widget.ts'
import { BirthDateWidget } from '../widgets/BirthDateWidget.tsx'
import { CheckboxWidget, CheckboxesWidget, RadioWidget, SelectWidget } from '../widgets/ChoiceWidgets.tsx'
import { DateTimeWidget } from '../widgets/DateTimeWidget.tsx'
import { DateWidget, MonthWidget, TimeWidget } from '../widgets/DateWidgets.tsx'
import { FilesWidget } from '../widgets/FilesWidget.tsx'
import { CorporateNumberWidget, PostalCodeWidget } from '../widgets/LookUpWidgets.tsx'
import { MoneyWidget, NumberWidget } from '../widgets/NumberWidget.tsx'
import { TextareaWidget } from '../widgets/TextareaWidget.tsx'
import { EmailWidget, KanaWidget, PhoneWidget, TextWidget, UriWidget } from '../widgets/TextWidget.tsx'

function isNumber({ type }: WidgetInput['schema']) {
  return type === 'number' || type === 'integer'
}

function PlainWidget(props: WidgetInput) {
  return isNumber(props.schema) ? <NumberWidget {...props} /> : <TextWidget {...props} />
}

function UnknownWidget({ schema }: WidgetProps): never {
  throw new Error(`The form engine has no such widget for ${JSON.stringify(schema)}`)
}

/** Shows nothing. Fills in a constant that the schema requires. */
function HiddenWidget({ schema, value, onChange }: WidgetInput) {
  const constant = schema.const
  const missing = constant !== undefined && constant !== true && value !== constant
  useLayoutEffect(() => {
    if (missing) onChange(constant)
  }, [missing, constant, onChange])
  return null
}

/**
 * Every name that a definition may use in `ui:widget` or `format`, and rjsf's own names for the same. rjsf throws on
 * any other name; its own widgets that we do not support throw here.
 */
export const widgets: RegistryWidgetsType = {
  text: PlainWidget,
  textarea: TextareaWidget,
  number: NumberWidget,
  money: MoneyWidget,
  files: FilesWidget,
  select: SelectWidget,
  radio: RadioWidget,
  checkboxes: CheckboxesWidget,
  checkbox: CheckboxWidget,
  hidden: HiddenWidget,
  date: DateWidget,
  'birth-date': BirthDateWidget,
  month: MonthWidget,
  time: TimeWidget,
  'date-time': DateTimeWidget,
  'postal-code': PostalCodeWidget,
  phone: PhoneWidget,
  kana: KanaWidget,
  'corporate-number': CorporateNumberWidget,

  email: EmailWidget,
  uri: UriWidget,
  'http-uri': UriWidget,
  'jp-postal-code': PostalCodeWidget,
  'jp-phone': PhoneWidget,
  'jp-kana': KanaWidget,
  'jp-corporate-number': CorporateNumberWidget,
  'attachment-id': FilesWidget,

  TextWidget: PlainWidget,
  TextareaWidget,
  SelectWidget,
  RadioWidget,
  CheckboxWidget,
  CheckboxesWidget,
  HiddenWidget,
  EmailWidget,
  URLWidget: UriWidget,
  UpDownWidget: NumberWidget,
  DateWidget,
  DateTimeWidget,
  TimeWidget,
  // rjsf's own widgets that the portal does not support.
  AltDateWidget: UnknownWidget,
  AltDateTimeWidget: UnknownWidget,
  ColorWidget: UnknownWidget,
  FileWidget: UnknownWidget,
  PasswordWidget: UnknownWidget,
  RangeWidget: UnknownWidget,
  RatingWidget: UnknownWidget,
}

/** Text to read (`type: null`): a heading and a paragraph, without an answer. */
function InfoField() {
  const { label, help, id, description } = useField()
  const { table, picture = '' } = description.text ?? {}
  const address = uiOption(description.ui, 'picture')
  return (
    <div className={css.info} id={id} role="note">
      <p className={css.legend}>{label}</p>
      {help === undefined ? null : <p>{help}</p>}
      {typeof address === 'string' && pictureParts(address) !== null && (
        <img className={css.picture} src={address} alt={picture} />
      )}
      {table === undefined ? null : <TextTable text={table} label={label} />}
    </div>
  )
}

const ListField: Field = ArrayField

/** A list of attachments is one field with a list of files, even if the definition names no widget. */
function FileAwareArrayField(props: FieldProps) {
  const { schema, uiSchema } = props
  const files = isFileSchema(schema, uiSchema ?? {}) && uiOption(uiSchema ?? {}, 'widget') === undefined
  const ui = useMemo(() => (files ? { ...uiSchema, 'ui:widget': 'files' } : uiSchema), [files, uiSchema])
  return <ListField {...props} {...(ui ? { uiSchema: ui } : {})} />
}

/** A schema that no widget can show: the error boundary around the form shows a message. */
function UnsupportedTemplate({ schema, reason }: { schema: RJSFSchema; reason?: string }): never {
  throw new Error(`The form engine cannot show ${JSON.stringify(schema)}${reason ? `: ${reason}` : ''}`)
}

/** Every kind of field in a definition; a reference to itself and a schema without a type cannot be shown. */
export const fields: RegistryFieldsType = {
  SchemaField,
  ObjectField,
  ArrayField: FileAwareArrayField,
  StringField,
  // A number's text is parsed by its widget; rjsf's own field would guess decimal separators.
  NumberField: StringField,
  BooleanField,
  NullField: InfoField,
  OneOfField: UnionField,
  AnyOfField: UnionField,
  FallbackField: UnsupportedTemplate,
  CyclicSchemaField: UnsupportedTemplate,
}

/** rjsf prepares parts of a field that our templates render themselves. */
function Nothing() {
  return null
}

export const templates: Partial<TemplatesType> = {
  FieldTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  ArrayFieldTemplate: ArrayTemplate,
  ArrayFieldItemTemplate: ArrayItemTemplate,
  UnsupportedFieldTemplate: UnsupportedTemplate,
  DescriptionFieldTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  FieldErrorTemplate: Nothing,
}
