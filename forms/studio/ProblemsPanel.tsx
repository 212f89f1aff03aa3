import { Anchor, Badge, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core'
import { memo, useCallback, useState } from 'react'
import type { FormFiles } from '../edit/commands.ts'
import { fixByClick, fixFinding, isFixable, isFixableByClick } from '../fixes/fixes.ts'
import type { PreviewForm } from '../preview/preview-library.ts'
import css from './Studio.module.css'
import type { Say } from './studio-texts.ts'

export type Finding = PreviewForm['findings'][number]

type Props = {
  folder: string
  /** Null until the form is checked for the first time. */
  findings: readonly Finding[] | null
  say: Say
  /** The label of the question or step that a finding is about; `null` for the whole form. */
  placeOf: (finding: Finding) => string | null
  onSelect: (finding: Finding) => void
  /** Shows a place of the form's own files in the JSON editor. */
  onJson: (file: string, place: { line: number; column: number }) => void
  onFix: (title: string, command: (files: FormFiles) => FormFiles) => void
  /** Adds the samples that the form lacks. */
  onMakeSamples: () => void
}

/** The findings of the check, errors first. Each has its place, and a button if exactly one fix exists. */
export const ProblemsPanel = memo(function ProblemsPanel(props: Props) {
  const { folder, findings, say, placeOf, onSelect, onJson, onFix, onMakeSamples } = props
  const [errorsOnly, setErrorsOnly] = useState(false)
  const shown = (findings ?? [])
    .filter(({ severity }) => !errorsOnly || severity === 'error')
    .toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
  const own = ({ rule, file, pointer }: Finding) => ({ rule, file: file.slice(folder.length + 1), pointer })
  const fixOne = useCallback(
    ({ rule, file, pointer, message }: Finding) =>
      addsSamples(rule)
        ? onMakeSamples()
        : onFix(say('fixed', { message }), (before) =>
            fixByClick(before, { rule, file: file.slice(folder.length + 1), pointer }),
          ),
    [onFix, onMakeSamples, say, folder],
  )
  const fixable = shown.filter((finding) => isFixable(finding) && isFixableByClick(finding))
  const rows = firstOfEachRule(shown)
  if (findings === null) return <Text role="status">{say('checking')}</Text>
  if (findings.length === 0) return <Text>{say('problems.none')}</Text>
  return (
    <Stack gap="xs">
      <Group>
        <Checkbox
          label={say('problems.errorsOnly')}
          checked={errorsOnly}
          onChange={({ currentTarget }) => setErrorsOnly(currentTarget.checked)}
        />
        {fixable.length > 1 && (
          <Button
            size="compact-md"
            variant="light"
            // Starts at the end of the files, so that a fix does not move the places of findings that follow.
            onClick={() =>
              onFix(say('fixed.all', { count: fixable.length }), (before) =>
                fixable.toReversed().reduce((files, finding) => fixFinding(files, own(finding)), before),
              )
            }
          >
            {say('fix.all', { count: fixable.length })}
          </Button>
        )}
      </Group>
      {rows.length === 0 && <Text>{say('problems.noErrors')}</Text>}
      <Table className={css.rows ?? ''}>
        <Table.Tbody>
          {rows.map((finding) => (
            <ProblemRow
              key={keyOf(finding)}
              folder={folder}
              finding={finding}
              place={placeOf(finding)}
              say={say}
              onSelect={onSelect}
              onJson={onJson}
              onFix={fixOne}
            />
          ))}
        </Table.Tbody>
      </Table>
      {rows.length < shown.length && (
        <Text size="sm">{say('problems.more', { count: shown.length - rows.length })}</Text>
      )}
    </Stack>
  )
})

function addsSamples(rule: string): boolean {
  return rule === 'sample-missing' || rule === 'branch-untested'
}

/** A form can have thousands of findings with one cause, which would block the page. */
const mostOfOneRule = 20

function firstOfEachRule(findings: readonly Finding[]): Finding[] {
  const counts = new Map<string, number>()
  return findings.filter(({ rule }) => {
    const count = (counts.get(rule) ?? 0) + 1
    counts.set(rule, count)
    return count <= mostOfOneRule
  })
}

function keyOf({ file, line, column, rule, message }: Finding): string {
  return `${file}:${line}:${column}:${rule}:${message}`
}

type RowProps = Pick<Props, 'folder' | 'say' | 'onSelect' | 'onJson'> & {
  finding: Finding
  place: string | null
  onFix: (finding: Finding) => void
}

/** A large form can have hundreds of findings, and a change rarely concerns more than one. */
const ProblemRow = memo(function ProblemRow({ folder, finding, place, say, onSelect, onJson, onFix }: RowProps) {
  const { file, line, column, rule, severity, message } = finding
  const own = file.slice(folder.length + 1)
  return (
    <Table.Tr>
      <Table.Td>
        <Badge color={severity === 'error' ? 'red.9' : 'gray.7'} miw="max-content">
          {say(severity === 'error' ? 'error' : 'warning')}
        </Badge>
      </Table.Td>
      <Table.Td>
        {place !== null && (
          <Text size="sm" fw={600}>
            {say('problem.at', { name: place })}
          </Text>
        )}
        <span>{message}</span>
        <Group gap="xs">
          {file.startsWith(`${folder}/`) ? (
            <Anchor
              component="button"
              type="button"
              size="xs"
              aria-label={say('json.showPlace', { file: own, line })}
              onClick={() => onJson(own, { line, column })}
            >
              {`${own}:${line}`}
            </Anchor>
          ) : (
            <Text size="xs" c="dimmed">
              {`${file.split('/').at(-1)}:${line}`}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {rule}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <Button size="compact-md" variant="default" onClick={() => onSelect(finding)}>
            {say('show')}
          </Button>
          {(isFixableByClick(finding) || addsSamples(rule)) && (
            <Button size="compact-md" onClick={() => onFix(finding)}>
              {say('fix')}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
})
