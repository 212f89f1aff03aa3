import { Anchor, Badge, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core'
import { memo, useCallback, useState } from 'react'
import type { FormFiles } from '../edit/commands.ts'
import { fixByClick, fixFinding, isFixable, isFixableByClick } from '../fixes/fixes.ts'
import type { PreviewForm } from '../preview/preview-library.ts'
import { ownFile } from './form-places.ts'
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
  const fixOne = useCallback(
    (finding: Finding) =>
      addsSamples(finding.rule)
        ? onMakeSamples()
        : onFix(say('fixed', { message: firstSentence(finding.words) }), (before) =>
            fixByClick(before, inOwnFile(folder, finding)),
          ),
    [onFix, onMakeSamples, say, folder],
  )
  const fixable = shown.map((finding) => inOwnFile(folder, finding)).filter((one) => isFixable(one) && canFix(one))
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
                fixable.toReversed().reduce(fixFinding, before),
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

/** The finding with its file as the studio knows it; empty for a file that other forms share. */
function inOwnFile(folder: string, finding: Finding): Finding {
  return { ...finding, file: ownFile(folder, finding.file) ?? '' }
}

/** Where an author undoes a fix, only what was wrong is named, and not what the button does. */
function firstSentence(words: string): string {
  return /^.*?(?:。|[.](?= )|$)/s.exec(words)?.[0] ?? words
}

function canFix(finding: Finding): boolean {
  return finding.file !== '' && isFixableByClick(finding)
}

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

function keyOf({ file, line, column, rule, message, words }: Finding): string {
  return `${file}:${line}:${column}:${rule}:${message}:${words}`
}

type RowProps = Pick<Props, 'folder' | 'say' | 'onSelect' | 'onJson'> & {
  finding: Finding
  place: string | null
  onFix: (finding: Finding) => void
}

/** A large form can have hundreds of findings, and a change rarely concerns more than one. */
const ProblemRow = memo(function ProblemRow({ folder, finding, place, say, onSelect, onJson, onFix }: RowProps) {
  const { file, line, column, rule, severity, words } = finding
  const own = ownFile(folder, file)
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
        <span>{words}</span>
        {own !== null && own.endsWith('.json') && (
          <div>
            <Anchor
              component="button"
              type="button"
              size="xs"
              aria-label={say('json.showPlace', { file: own, line })}
              onClick={() => onJson(own, { line, column })}
            >
              {say('json.show')}
            </Anchor>
          </div>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <Button size="compact-md" variant="default" onClick={() => onSelect(finding)}>
            {say('show')}
          </Button>
          {(canFix(inOwnFile(folder, finding)) || addsSamples(rule)) && (
            <Button size="compact-md" onClick={() => onFix(finding)}>
              {say('fix')}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
})
