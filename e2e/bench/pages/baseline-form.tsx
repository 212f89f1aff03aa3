import { memo, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { BenchField, BenchSection } from '../bench-form.ts'
import { checkForm, listEntries, model } from './read-form.ts'

export type BaselineFieldProps = {
  name: string
  field: BenchField
  error: string | undefined
  onBlur: (name: string) => void
  onToggle: ((ticked: boolean) => void) | undefined
}
export type BaselineParts = {
  Field: ComponentType<BaselineFieldProps>
  Group: ComponentType<{ legend: string; children: ReactNode }>
  Submit: ComponentType<{ children: ReactNode }>
}

export const inputTypes: { [kind in BenchField['kind']]?: string } = { integer: 'number', date: 'date', email: 'email' }

/** A carefully hand-written form: uncontrolled inputs, and sections that render only themselves. */
export function BaselineForm({ Field, Group, Submit }: BaselineParts) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [onBlur] = useState(() => (name: string) => {
    if (form.current === null) return
    const message = checkForm(form.current).get(name)
    setErrors((before) => {
      const next = new Map(before)
      if (message === undefined) next.delete(name)
      else next.set(name, message)
      return next
    })
  })
  const { list } = model
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setErrors(checkForm(event.currentTarget))
      }}
    >
      {model.sections.map((section) => (
        <Section key={section.key} {...{ section, errors, onBlur, Field, Group }} />
      ))}
      <Group legend={list.title}>
        {listEntries.flatMap((index) =>
          list.fields.map((field) => {
            const name = `${list.key}.${index}.${field.key}`
            return <Field key={name} {...{ name, field, onBlur }} error={errors.get(name)} onToggle={undefined} />
          }),
        )}
      </Group>
      <Submit>送信</Submit>
    </form>
  )
}

type SectionProps = Pick<BaselineParts, 'Field' | 'Group'> & {
  section: BenchSection
  errors: ReadonlyMap<string, string>
  onBlur: (name: string) => void
}

const Section = memo(function Section({ section, errors, onBlur, Field, Group }: SectionProps) {
  const [ticked, setTicked] = useState(false)
  const isConditional = section.fields.some(({ showIf }) => showIf !== undefined)
  return (
    <Group legend={section.title}>
      {section.fields.map((field) => {
        if (field.showIf !== undefined && !ticked) return null
        const name = `${section.key}.${field.key}`
        const onToggle = isConditional && field.kind === 'checkbox' ? setTicked : undefined
        return <Field key={name} {...{ name, field, onBlur, onToggle }} error={errors.get(name)} />
      })}
    </Group>
  )
})
