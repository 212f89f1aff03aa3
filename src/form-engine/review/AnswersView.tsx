import type { ReactElement } from 'react'
import type { Answers, JsonSchema, UiSchema } from '../../../form-model/definition.ts'
import { joinPointer } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { partsOf, uiOption } from '../../../form-model/schema-walk.ts'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { answerText } from '../answers/answer-text.ts'
import type { ShownAttachment } from '../answers/answer-text.ts'
import { composedText } from '../answers/compose.ts'
import css from './AnswersView.module.css'
import { useEngineTexts } from '../definition/engine-texts.ts'
import type { EngineTexts } from '../definition/engine-texts.ts'
import { choicesOf, describeField, orderedProperties } from '../definition/field-description.ts'
import type { FieldDescription } from '../definition/field-description.ts'
import type { LoadedForm } from '../definition/load-form.ts'
import { visibleSteps } from '../definition/visible-steps.ts'
import type { Content, Elements } from '../../ui/elements.ts'

type HeadingLevel = 2 | 3 | 4 | 5 | 6

type Props = {
  form: LoadedForm
  /** The answers to show; for a review before sending, pass `answersToSend(form, answers)`. */
  answers: Answers
  /** Shows only this step. */
  stepId?: string
  /** Heading level of a step's title; groups and list entries follow below it. */
  headingLevel?: HeadingLevel
  /** Names of the attached files. */
  attachments?: readonly ShownAttachment[]
  /** Shown beside a step's title, e.g. a link to change it. */
  action?: (stepId: string, title: string) => Elements
}

/** The answers for reading: review, details, print. Needs neither rjsf nor a validator run per field. */
export function AnswersView({ form, answers, stepId, headingLevel = 2, attachments, action }: Props) {
  const t = useEngineTexts()
  const shown = visibleSteps(form.definition, answers).filter((id) => stepId === undefined || id === stepId)
  return (
    <div className={css.answers}>
      {form.definition.steps
        .filter(({ id }) => shown.includes(id))
        .map(({ id, schema, ui }) => {
          const title = form.texts.steps[id]?.title ?? id
          return (
            <section className={css.section} key={id}>
              <div className={css.head}>
                <Heading level={headingLevel}>{title}</Heading>
                {action?.(id, title)}
              </div>
              <GroupView
                place={{ form, t, attachments: attachments ?? [], root: schema, title }}
                pointer={joinPointer('', id)}
                schema={schema}
                ui={ui ?? {}}
                value={answers[id]}
                level={below(headingLevel)}
              />
            </section>
          )
        })}
    </div>
  )
}

type Place = {
  form: LoadedForm
  t: EngineTexts
  attachments: readonly ShownAttachment[]
  root: JsonSchema
  /** Title of the step: a part with the same name needs no heading of its own. */
  title: string
}
type Row = { term: string; description: Content; key: string }
type GroupProps = {
  place: Place
  pointer: string
  schema: JsonSchema
  ui: UiSchema
  value: unknown
  level: HeadingLevel
}

function below(level: HeadingLevel): HeadingLevel {
  return level === 6 ? 6 : level === 5 ? 6 : level === 4 ? 5 : level === 3 ? 4 : 3
}

function Heading({ level, children }: { level: HeadingLevel; children: Content }) {
  const Tag = `h${level}` as const
  return <Tag className={css.heading}>{children}</Tag>
}

/** Consecutive plain fields make one list; groups and list entries in between get a heading of their own. */
function GroupView({ place, pointer, schema, ui, value, level }: GroupProps) {
  const answers = isRecord(value) ? value : {}
  const blocks: ReactElement[] = []
  let rows: Row[] = []
  const closeList = () => {
    if (rows.length > 0) blocks.push(<DescriptionList items={rows} key={rows[0]?.key} />)
    rows = []
  }
  for (const [name, property] of orderedProperties(schema, ui, place.root)) {
    const childPointer = joinPointer(pointer, name)
    const field = describeField(place.form, childPointer)
    const childUi = isRecord(ui[name]) ? ui[name] : {}
    const child = Object.hasOwn(answers, name) ? answers[name] : undefined
    if (uiOption(childUi, 'widget') === 'hidden' || property.type === 'null') continue
    if (child === undefined && !isAlwaysAsked(schema, name, place.root)) continue
    const label = field.text?.label ?? (typeof property.title === 'string' ? property.title : name)
    const line = composedText(place.form, childPointer, child, place.t)
    if (line !== null) {
      const lines = line === '' ? null : [line]
      rows.push({ term: label, description: <Lines lines={lines} none={place.t('answers.none')} />, key: childPointer })
    } else if (isRecord(child) && uiOption(childUi, 'layout') === 'table') {
      closeList()
      blocks.push(
        <section className={css.group} key={childPointer}>
          {label === place.title ? null : <Heading level={level}>{label}</Heading>}
          <TableView
            place={place}
            label={label}
            level={level}
            pointer={childPointer}
            schema={property}
            ui={childUi}
            value={child}
          />
        </section>,
      )
    } else if (isRecord(child)) {
      closeList()
      blocks.push(
        <section className={css.group} key={childPointer}>
          {label === place.title ? null : <Heading level={level}>{label}</Heading>}
          <GroupView
            place={place}
            pointer={childPointer}
            schema={property}
            ui={childUi}
            value={child}
            level={label === place.title ? level : below(level)}
          />
        </section>,
      )
    } else if (Array.isArray(child) && child.some(isRecord)) {
      closeList()
      blocks.push(
        <ListView
          key={childPointer}
          place={place}
          pointer={childPointer}
          schema={property}
          ui={childUi}
          value={child}
          level={level}
          label={label}
        />,
      )
    } else {
      const lines = answerText(place.form, field, child, place.t, place.attachments)
      const none = place.t(isChoice(field) ? 'answers.noneChosen' : 'answers.none')
      rows.push({ term: label, description: <Lines lines={lines} none={none} />, key: childPointer })
    }
  }
  closeList()
  return <div className={css.blocks}>{blocks}</div>
}

/**
 * Groups with the same questions. Where the columns have no space, each row is a list. Roles instead of elements: some
 * browsers take the semantics from a table whose rows are blocks.
 */
function TableView({ place, pointer, schema, ui, value, label }: GroupProps & { label: string }) {
  const answers = isRecord(value) ? value : {}
  const labelOf = (at: string, name: string) => describeField(place.form, at).text?.label ?? name
  const rows = orderedProperties(schema, ui, place.root).map(([name, row]) => {
    const rowUi = isRecord(ui[name]) ? ui[name] : {}
    const columns = orderedProperties(row, rowUi, place.root).map(([column]) => column)
    const given = Object.hasOwn(answers, name) ? answers[name] : undefined
    return { name, pointer: joinPointer(pointer, name), columns, given: isRecord(given) ? given : {} }
  })
  const [first] = rows
  const headings = (first?.columns ?? []).map((column) => labelOf(joinPointer(first?.pointer ?? '', column), column))
  return (
    <div className={css.table}>
      <div role="table" aria-label={label}>
        <div role="rowgroup">
          <div role="row">
            <div role="cell" />
            {headings.map((heading, index) => (
              <div key={first?.columns[index]} role="columnheader">
                {heading}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {rows.map((row) => (
            <div key={row.name} role="row">
              <div role="rowheader">{labelOf(row.pointer, row.name)}</div>
              {row.columns.map((column, index) => {
                const field = describeField(place.form, joinPointer(row.pointer, column))
                const given = Object.hasOwn(row.given, column) ? row.given[column] : undefined
                const lines = answerText(place.form, field, given, place.t, place.attachments)
                return (
                  <div key={column} role="cell">
                    <span className={css.column} aria-hidden="true">
                      {headings[index]}
                    </span>
                    <Lines lines={lines} none={place.t(isChoice(field) ? 'answers.noneChosen' : 'answers.none')} />
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Whether a field is answered by choosing, from a list or with yes and no. */
function isChoice({ schema }: FieldDescription): boolean {
  const item = isRecord(schema.items) ? schema.items : {}
  return schema.type === 'boolean' || choicesOf(schema).length > 0 || choicesOf(item).length > 0
}

function ListView({
  place,
  pointer,
  schema,
  ui,
  value,
  level,
  label,
}: GroupProps & { value: unknown[]; label: string }) {
  const item = describeField(place.form, pointer).text?.item ?? label
  const itemSchema = isRecord(schema.items) ? schema.items : {}
  const itemUi = isRecord(ui.items) ? ui.items : {}
  const titled = label !== place.title
  const entryLevel = titled ? below(level) : level
  return (
    <section className={css.group}>
      {titled && <Heading level={level}>{label}</Heading>}
      {value.map((entry, index) => {
        const entryPointer = joinPointer(pointer, index)
        return (
          <section className={css.group} key={entryPointer}>
            <Heading level={entryLevel}>{place.t('list.entry', { item, number: index + 1 })}</Heading>
            <GroupView
              place={place}
              pointer={entryPointer}
              schema={itemSchema}
              ui={itemUi}
              value={entry}
              level={below(entryLevel)}
            />
          </section>
        )
      })}
    </section>
  )
}

function Lines({ lines, none }: { lines: string[] | null; none: string }) {
  if (lines === null) return <span className={css.none}>{none}</span>
  const [only] = lines
  if (lines.length === 1) return <span className={css.text}>{only}</span>
  return (
    <ul className={css.list}>
      {lines.map((line, index) => (
        <li key={`${index} ${line}`}>{line}</li>
      ))}
    </ul>
  )
}

/** Whether a field is shown under all conditions; any other without an answer was hidden. */
function isAlwaysAsked(schema: JsonSchema, name: string, root: JsonSchema): boolean {
  const { properties } = schema
  if (isRecord(properties) && Object.hasOwn(properties, name)) return true
  return partsOf(schema, root).some(
    ({ keyword, schema: part }) => (keyword === '$ref' || keyword === 'allOf') && isAlwaysAsked(part, name, root),
  )
}
