/** A table of texts has 10,000 rows and four columns. */
export const maxRow = 20_000
export const maxColumn = 200

/** The file is neither a workbook nor a text file of a spreadsheet program. */
export class NotATable extends Error {
  override readonly name: string = 'NotATable'
}

/** A table of texts has less than a hundredth of this; a larger file would block the page for seconds. */
export class TableTooLarge extends NotATable {
  override readonly name = 'TableTooLarge'
}

/** A single far cell would fill a table of that size: 16 billion cells for the last one of Excel. */
export class CellTooFar extends NotATable {
  override readonly name = 'CellTooFar'
}
