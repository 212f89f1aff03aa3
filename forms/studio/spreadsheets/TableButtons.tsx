import { Button, FileButton, Group, List, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { UsedNames } from '../../edit/used-names.ts'
import { writeCsv } from '../../spreadsheets/csv.ts'
import { problemValues, readTable, refusalOf, tables } from '../../spreadsheets/tables.ts'
import type { TableName, TableProblem, TableResult } from '../../spreadsheets/tables.ts'
import { CellTooFar, maxColumn, maxRow, NotATable, TableTooLarge } from '../../spreadsheets/limits.ts'
import { readSpreadsheet, writeWorkbook } from '../../spreadsheets/workbook.ts'
import { saveFile } from '../shell/save-file.ts'
import type { PanelProps } from '../part-props.ts'

type Props = PanelProps & {
  usedNames: () => UsedNames
}

/** Saves the texts or the questions as tables for Excel, and reads them back. */
export function TableButtons(props: Props) {
  return (
    <Group align="start" grow mb="sm">
      <OneTable {...props} table="texts" />
      <OneTable {...props} table="questions" />
    </Group>
  )
}

function OneTable({ files, language, say, onChange, usedNames, table }: Props & { table: TableName }) {
  const [result, setResult] = useState<TableResult | Failure | null>(null)
  /** The browser reports the same file again only after a reset. */
  const reset = useRef<() => void>(null)
  const { write } = tables[table]
  const open = async (file: File) => {
    reset.current?.()
    const sheet = await readSpreadsheet(new Uint8Array(await file.arrayBuffer()))
    const used = usedNames()
    const found = readTable(table, files, sheet, used)
    if (found.files !== files)
      onChange(say(`table.${table}.reading`), (before) =>
        before === files ? found.files : readTable(table, before, sheet, used).files,
      )
    setResult(found)
  }
  const refusal = result && typeof result !== 'string' ? refusalOf(result) : null
  const message = (problem: TableProblem) => say(`table.${problem.problem}`, problemValues(problem))
  return (
    <Stack gap="xs" role="group" aria-label={say(`table.${table}`)}>
      <Text size="sm" fw={700}>
        {say(`table.${table}`)}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-md"
          onClick={() => {
            writeWorkbook(write(files, language)).then(
              (workbook) => saveFile(`${table}.xlsx`, workbook),
              () => setResult('unwritten'),
            )
          }}
        >
          {say('table.saveWorkbook')}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          onClick={() => saveFile(`${table}.csv`, new Blob([writeCsv(write(files, language))], { type: 'text/csv' }))}
        >
          {say('table.save')}
        </Button>
        <FileButton
          resetRef={reset}
          accept=".xlsx,.csv,.txt"
          onChange={(file) => void (file && open(file).catch((cause: unknown) => setResult(failureOf(cause))))}
        >
          {(button) => (
            <Button {...button} variant="default" size="compact-md">
              {say('table.read')}
            </Button>
          )}
        </FileButton>
      </Group>
      <Text size="xs" c="dimmed">
        {say(`table.${table}.help`)}
      </Text>
      <div role="status">
        {typeof result === 'string' && (
          <Text size="sm" c="var(--studio-error)">
            {say(`table.${result}`, { rows: maxRow, columns: maxColumn })}
          </Text>
        )}
        {refusal && (
          <Text size="sm" c="var(--studio-error)">
            <span>{message(refusal.first)}</span>
            {refusal.others > 0 && <span>{say('table.others', { count: refusal.others })}</span>}
          </Text>
        )}
        {result && typeof result !== 'string' && !refusal && (
          <>
            <Text size="sm">{say(`table.${table}.done`, { changed: result.changed, added: result.added ?? 0 })}</Text>
            {result.problems.length > 0 && (
              <List size="sm" c="var(--studio-error)">
                {result.problems.slice(0, mostProblems).map((problem) => (
                  <List.Item key={problem.row}>{message(problem)}</List.Item>
                ))}
                {result.problems.length > mostProblems && (
                  <List.Item>{say('table.others', { count: result.problems.length - mostProblems })}</List.Item>
                )}
              </List>
            )}
          </>
        )}
      </div>
    </Stack>
  )
}

/** A table of another form has thousands of wrong rows, which would block the page. */
const mostProblems = 20

type Failure = 'failed' | 'unreadable' | 'tooLarge' | 'farCell' | 'unwritten'

function failureOf(cause: unknown): Failure {
  if (cause instanceof TableTooLarge) return 'tooLarge'
  if (cause instanceof CellTooFar) return 'farCell'
  return cause instanceof NotATable ? 'unreadable' : 'failed'
}
