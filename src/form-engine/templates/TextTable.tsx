import { tableCells } from '../../../form-model/table-text.ts'
import css from './TextTable.module.css'

/** A table of an explanation. The first row and the first column are headings. */
export function TextTable({ text, label }: { text: string; label: string }) {
  const [headings = [], ...rows] = tableCells(text)
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          {headings.map((heading, index) => (
            <th key={`${index} ${heading}`} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = '', ...cells], row) => (
          <tr key={`${row} ${first}`}>
            <th scope="row">{first}</th>
            {cells.map((cell, index) => (
              <td key={`${index} ${cell}`}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
