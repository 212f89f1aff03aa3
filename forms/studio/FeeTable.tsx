import { Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { RemoveButton } from './shell/RemoveButton.tsx'
import type { Answer } from './form-places.ts'
import { NumberField } from './shell/NumberField.tsx'
import type { Say } from './studio-texts.ts'
import type { Content } from '../../src/ui/elements.ts'

type Amounts = { [answer: string]: number }
type Rows = { [answer: string]: Amounts }

/** A choice of the question; the choices of other questions are unknown. */
type Choice = { answer: string; text: string }

/** The choices of the question, or the answers that a table has. */
function choicesOr(answers: readonly Answer[] | undefined, written: readonly string[]): Choice[] {
  if (!answers) return [...new Set(written)].map((answer) => ({ answer, text: answer }))
  return answers.map(({ answer, text }) => ({ answer: String(answer), text }))
}

function without<Entry>(table: { [answer: string]: Entry }, answer: string): { [answer: string]: Entry } {
  return Object.fromEntries(Object.entries(table).filter(([key]) => key !== answer))
}

type TableProps = {
  table: Amounts
  answers: readonly Answer[] | undefined
  /** What the numbers are if they are no amounts. */
  factor?: string | undefined
  say: Say
  onChange: (table: Amounts) => void
}

/** An amount, or a factor, for each answer of the question, then those of answers that are gone. */
export function AmountTable({ table, answers, factor, say, onChange }: TableProps) {
  const known = choicesOr(answers, Object.keys(table))
  const gone = Object.entries(table).filter(([answer]) => !known.some((one) => one.answer === answer))
  return (
    <Group align="end">
      {known.map(({ answer, text }) => (
        <Yen
          key={answer}
          say={say}
          label={
            factor === undefined ? say('fees.for', { answer: text }) : say('fees.factorFor', { answer: text, factor })
          }
          missing={factor === undefined ? undefined : say('fees.factorMissing')}
          value={table[answer]}
          onChange={(yen) => onChange({ ...table, [answer]: yen })}
        />
      ))}
      {gone.map(([answer, yen]) => (
        <Gone
          key={answer}
          answer={answer}
          text={say(factor === undefined ? 'fees.gone' : 'fees.goneRow', { answer, yen })}
          say={say}
          onRemove={() => onChange(without(table, answer))}
        />
      ))}
    </Group>
  )
}

type GridProps = {
  table: Rows
  rows: readonly Answer[] | undefined
  columns: readonly Answer[] | undefined
  say: Say
  onChange: (table: Rows) => void
}

/** An amount for each pair of answers, then the rows and columns of answers that are gone. */
export function AmountGrid({ table, rows, columns, say, onChange }: GridProps) {
  const written = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))]
  const [rowChoices, columnChoices] = [choicesOr(rows, Object.keys(table)), choicesOr(columns, written)]
  const isGone = (choices: readonly Choice[]) => (answer: string) => !choices.some((one) => one.answer === answer)
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={0}>
        <Table verticalSpacing={4} horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {columnChoices.map(({ answer, text }) => (
                <Table.Th key={answer} scope="col">
                  {text}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rowChoices.map((row) => (
              <Table.Tr key={row.answer}>
                <Table.Th scope="row" miw="6rem">
                  {row.text}
                </Table.Th>
                {columnChoices.map((column) => (
                  <Table.Td key={column.answer} miw="6rem">
                    <Yen
                      say={say}
                      label={
                        <VisuallyHidden>{say('fees.for', { answer: `${row.text} × ${column.text}` })}</VisuallyHidden>
                      }
                      value={table[row.answer]?.[column.answer]}
                      onChange={(yen) =>
                        onChange({ ...table, [row.answer]: { ...table[row.answer], [column.answer]: yen } })
                      }
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {Object.keys(table)
        .filter(isGone(rowChoices))
        .map((answer) => (
          <Gone
            key={answer}
            answer={answer}
            text={say('fees.goneRow', { answer })}
            say={say}
            onRemove={() => onChange(without(table, answer))}
          />
        ))}
      {written.filter(isGone(columnChoices)).map((answer) => (
        <Gone
          key={answer}
          answer={answer}
          text={say('fees.goneRow', { answer })}
          say={say}
          onRemove={() =>
            onChange(Object.fromEntries(Object.entries(table).map(([row, cells]) => [row, without(cells, answer)])))
          }
        />
      ))}
    </Stack>
  )
}

type GoneProps = { answer: string; text: string; say: Say; onRemove: () => void }

function Gone({ answer, text, say, onRemove }: GoneProps) {
  return (
    <Group gap="xs">
      <Text size="sm">{text}</Text>
      <RemoveButton say={say} label={say('choice.remove', { name: answer })} onClick={onRemove} />
    </Group>
  )
}

type YenProps = {
  label: Content
  missing?: string | undefined
  value: number | undefined
  say: Say
  onChange: (yen: number) => void
}

/** An amount is always needed: an empty field is an error. */
export function Yen({ label, value, say, onChange, missing = say('fees.missing') }: YenProps) {
  return (
    <NumberField
      label={label}
      value={value}
      min={0}
      max={10_000_000}
      isRequired
      missing={missing}
      say={say}
      onChange={(next) => {
        if (next !== undefined) onChange(next)
      }}
    />
  )
}
