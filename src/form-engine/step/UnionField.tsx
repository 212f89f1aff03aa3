import type { FieldProps, RJSFSchema } from '@rjsf/utils'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { JsonSchema } from '../../../form-model/definition.ts'
import { joinPointer } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { FieldContext, useEngine, useField } from '../field/field-context.ts'
import { asksAnything, choiceLabel, describeField } from '../definition/field-description.ts'
import { RadioWidget, SelectWidget } from '../widgets/ChoiceWidgets.tsx'

type Branch = { schema: JsonSchema; title: string | undefined }

/** With more choices than this, the field becomes a select. */
const maxRadios = 6

/**
 * `oneOf` and `anyOf` of groups: first the field for the constant that distinguishes the branches, then the branch
 * below it. rjsf would show "Option 1" and leave the constant empty.
 */
export function UnionField(props: FieldProps) {
  const { schema, onChange, fieldPathId, registry, uiSchema } = props
  const { SchemaField } = registry.fields
  const options: unknown = props.options
  const { engine } = useEngine()
  const value: unknown = props.formData
  const branches = useMemo(() => branchesOf(options), [options])
  const tag = tagOf(schema, branches)
  const data = isRecord(value) ? value : {}
  const closest = () =>
    tag === null && Object.keys(data).length > 0
      ? registry.schemaUtils.getClosestMatchingOption(
          data,
          branches.map((branch) => branch.schema as RJSFSchema),
          -1,
        )
      : -1
  const [chosen, setChosen] = useState(closest)
  const replacedNow = () => engine.replacements
  const replacements = useSyncExternalStore(engine.subscribe, replacedNow, replacedNow)
  const [seen, setSeen] = useState(replacements)
  if (seen !== replacements) {
    // Answers from elsewhere may belong to another branch.
    setSeen(replacements)
    setChosen(closest())
  }
  if (!SchemaField || branches.every((branch) => !asksAnything(branch.schema))) return null

  const constants = branches.map((branch) => (tag === null ? undefined : constantOf(branch.schema, tag)))
  const selected = tag === null ? chosen : constants.findIndex((constant) => constant === data[tag])
  const branch = branches[selected]
  const choose = (index: unknown) => {
    const next = typeof index === 'number' ? branches[index] : undefined
    setChosen(typeof index === 'number' ? index : -1)
    // A draft keeps the answers of hidden questions; without a discriminator, those of another branch would decide.
    const isKept = (name: string) =>
      isRecord(schema.discriminator) || has(schema, name) || (next !== undefined && has(next.schema, name))
    const kept = Object.fromEntries(Object.entries(data).filter(([name]) => name !== tag && isKept(name)))
    const constant = typeof index === 'number' ? constants[index] : undefined
    const tagged = tag === null || constant === undefined ? kept : { ...kept, [tag]: constant }
    const filled: unknown = next ? registry.schemaUtils.getDefaultFormState(next.schema as RJSFSchema, tagged) : tagged
    onChange(filled, fieldPathId.path)
  }

  return (
    <>
      <Selector
        pointer={engine.pointerOf(fieldPathId.path)}
        tag={tag}
        branches={branches.map(({ title }, index) => ({ title, constant: constants[index] }))}
        selected={selected}
        onChoose={choose}
      />
      {branch && (
        <SchemaField
          {...props}
          key={selected}
          schema={withoutTag(branch.schema, tag, schema)}
          uiSchema={uiSchema ?? {}}
        />
      )}
    </>
  )
}

type SelectorProps = {
  pointer: string
  tag: string | null
  branches: { title: string | undefined; constant: unknown }[]
  selected: number
  onChoose: (index: unknown) => void
}

function Selector({ pointer, tag, branches, selected, onChoose }: SelectorProps) {
  const { engine } = useEngine()
  const outer = useField()
  const place = useMemo(() => {
    const at = tag === null ? pointer : joinPointer(pointer, tag)
    return {
      pointer: at,
      id: tag === null ? `${engine.idOf(pointer)}-branch` : engine.idOf(at),
      description: describeField(engine.form, at),
      required: true,
      label: outer.label,
    }
  }, [engine, pointer, tag, outer.label])
  const { text } = place.description
  const choices = branches.map(({ title, constant }, index) => ({
    value: index,
    label: choiceLabel(text, constant ?? index, title ?? (constant === undefined ? String(index + 1) : undefined)),
  }))
  const Widget = branches.length > maxRadios ? SelectWidget : RadioWidget
  return (
    <FieldContext value={place}>
      <Widget
        id={place.id}
        value={selected < 0 ? undefined : selected}
        onChange={onChoose}
        schema={{}}
        options={{ enumOptions: choices }}
      />
    </FieldContext>
  )
}

function branchesOf(options: unknown): Branch[] {
  return (Array.isArray(options) ? options : []).filter(isRecord).map((schema) => ({
    schema,
    title: typeof schema.title === 'string' ? schema.title : undefined,
  }))
}

/** The property that has a different constant in every branch. */
function tagOf(schema: JsonSchema, branches: Branch[]): string | null {
  const { discriminator } = schema
  if (isRecord(discriminator) && typeof discriminator.propertyName === 'string') return discriminator.propertyName
  const [first] = branches
  const names = isRecord(first?.schema.properties) ? Object.keys(first.schema.properties) : []
  const found = names.find((name) => {
    const constants = branches.map((branch) => constantOf(branch.schema, name))
    return !constants.includes(undefined) && new Set(constants).size === branches.length
  })
  return found ?? null
}

function constantOf({ properties }: JsonSchema, name: string): unknown {
  const property = isRecord(properties) ? properties[name] : undefined
  if (!isRecord(property)) return undefined
  if (property.const !== undefined) return property.const
  const { enum: values } = property
  return Array.isArray(values) && values.length === 1 ? (values[0] as unknown) : undefined
}

function has({ properties }: JsonSchema, name: string): boolean {
  return isRecord(properties) && Object.hasOwn(properties, name)
}

/** A branch that only requires or forbids fields (`anyOf: [{required: […]}]`) matters only to the validator. */
function withoutTag(branch: JsonSchema, tag: string | null, parent: JsonSchema): RJSFSchema {
  const { type } = parent
  const typed: JsonSchema = branch.type === undefined && type !== undefined ? { type, ...branch } : branch
  const { properties } = typed
  if (tag === null || !isRecord(properties)) return typed as RJSFSchema
  const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => name !== tag && !has(parent, name)))
  return { ...typed, properties: rest } as RJSFSchema
}
