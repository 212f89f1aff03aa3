import { uiOption } from '../../../form-model/schema-walk.ts'
import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { createContext, use, useMemo } from 'react'
import { FieldContext, useField } from '../field/field-context.ts'
import { describedBy, errorId } from '../../ui/fields/FieldShell.tsx'
import { Badge } from '../field/Badge.tsx'
import { AnswerTable, TableContext, TableRow } from './AnswerTable.tsx'
import css from './groups.module.css'
import type { Content } from '../../ui/elements.ts'

/** A frame that is already rendered around the field with this pointer: by an entry of a list, or a union. */
export type Framed = { pointer: string; label?: string }

export const FramedContext = createContext<Framed | null>(null)

export function ObjectTemplate({ properties, fieldPathId }: ObjectFieldTemplateProps) {
  const place = use(FieldContext)
  const framed = use(FramedContext)
  const table = use(TableContext)
  const content = properties.map(({ content: field }) => field)
  if (place !== null && table?.pointer === place.pointer.slice(0, place.pointer.lastIndexOf('/')))
    return <TableRow>{content}</TableRow>
  if (fieldPathId.path.length === 0 || place === null || framed?.pointer === place.pointer) {
    return <div className={css.fields}>{content}</div>
  }
  const layout = uiOption(place.description.ui, 'layout')
  if (layout === 'table')
    return (
      <Group>
        <AnswerTable names={properties.map(({ name }) => name)}>{content}</AnswerTable>
      </Group>
    )
  return <Group layout={layout === 'pairs' ? 'pairs' : undefined}>{content}</Group>
}

/** A fieldset around fields that belong together. */
export function Group({ layout, children }: { layout?: 'pairs' | undefined; children: Content }) {
  const field = useField()
  const framed = useMemo(() => ({ pointer: field.pointer }), [field.pointer])
  const { text } = field.description
  return (
    <fieldset
      className={css.group}
      id={field.id}
      tabIndex={-1}
      aria-describedby={describedBy({ id: field.id, help: field.help, error: field.error })}
    >
      <legend className={css.legend}>
        <span>{field.label}</span> {field.required || text === undefined ? null : <Badge required={false} />}
      </legend>
      {field.help === undefined ? null : (
        <p className={css.help} id={`${field.id}-help`}>
          {field.help}
        </p>
      )}
      {field.error === undefined ? null : (
        <p className={css.error} id={errorId(field.id)}>
          {field.error}
        </p>
      )}
      <FramedContext value={framed}>
        <div className={css.fields} data-layout={layout}>
          {children}
        </div>
      </FramedContext>
    </fieldset>
  )
}
