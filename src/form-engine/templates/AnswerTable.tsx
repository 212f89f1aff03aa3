import { createContext, use, useMemo } from 'react'
import { joinPointer } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { describedBy, errorId, helpId } from '../../ui/fields/FieldShell.tsx'
import { describeField } from '../definition/field-description.ts'
import { useEngine, useField } from '../field/field-context.ts'
import css from './AnswerTable.module.css'
import groups from './groups.module.css'
import type { Content } from '../../ui/elements.ts'

type Table = { pointer: string; firstRow: string }

/** The table around a row. */
export const TableContext = createContext<Table | null>(null)

/**
 * Groups with the same questions as the rows of a table. Each question keeps its label: on a narrow page a row is a list,
 * and on a wide page the labels of the first row are the headings of the columns.
 */
export function AnswerTable({ names, children }: { names: readonly string[]; children: Content }) {
  const { engine } = useEngine()
  const { pointer } = useField()
  const firstRow = joinPointer(pointer, names[0] ?? '')
  const { properties } = describeField(engine.form, firstRow).schema
  const columns = isRecord(properties) ? Object.keys(properties).length : 1
  const table = useMemo(() => ({ pointer, firstRow }), [pointer, firstRow])
  return (
    <TableContext value={table}>
      <div className={css.table}>
        <div className={css.rows} data-columns={columns}>
          {children}
        </div>
      </div>
    </TableContext>
  )
}

export function TableRow({ children }: { children: Content }) {
  const { id, pointer, label, help, error } = useField()
  const table = use(TableContext)
  const nameId = `${id}-name`
  return (
    <div
      className={css.row}
      role="group"
      id={id}
      tabIndex={-1}
      aria-labelledby={nameId}
      aria-describedby={describedBy({ id, help, error })}
    >
      <div className={css.head}>
        <p className={css.name} id={nameId}>
          {label}
        </p>
        {help === undefined ? null : (
          <p className={groups.help} id={helpId(id)}>
            {help}
          </p>
        )}
        {error === undefined ? null : (
          <p className={groups.error} id={errorId(id)}>
            {error}
          </p>
        )}
      </div>
      <div className={css.cells} data-layout="row" data-first={table?.firstRow === pointer || undefined}>
        {children}
      </div>
    </div>
  )
}
