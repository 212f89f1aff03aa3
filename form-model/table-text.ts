/**
 * The cells of a table that is written as a text: a row in each line, its cells separated by `|` or by a tab, as Excel
 * copies them. The first row has the headings.
 */
export function tableCells(text: string): string[][] {
  const rows = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  return rows.map((line) => line.split(/[|｜\t]/).map((cell) => cell.trim()))
}
