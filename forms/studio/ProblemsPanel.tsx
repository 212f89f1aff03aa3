import { Badge, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { FormFiles } from '../edit/commands.ts'
import { fixFinding, isFixable } from '../edit/fixes.ts'
import type { PreviewForm } from '../preview/preview-api.ts'
import type { Say } from './studio-texts.ts'

type Finding = PreviewForm['findings'][number]

type Props = {
  folder: string
  findings: readonly Finding[]
  say: Say
  onSelect: (finding: Finding) => void
  onFix: (title: string, command: (files: FormFiles) => FormFiles) => void
}

/** The findings of the check, errors first, each with its place and its fix, if there is exactly one. */
export function ProblemsPanel({ folder, findings, say, onSelect, onFix }: Props) {
  const [errorsOnly, setErrorsOnly] = useState(false)
  const shown = findings
    .filter(({ severity }) => !errorsOnly || severity === 'error')
    .toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
  const fix = (before: FormFiles, { rule, file, pointer }: Finding) =>
    fixFinding(before, { rule, file: file.slice(folder.length + 1), pointer })
  const fixable = shown.filter(({ rule }) => isFixable(rule))
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
            // From the end of the files, so that a fix leaves the places of the others unchanged.
            onClick={() =>
              onFix(say('fixed.all', { count: fixable.length }), (before) => fixable.toReversed().reduce(fix, before))
            }
          >
            {say('fix.all', { count: fixable.length })}
          </Button>
        )}
      </Group>
      <Table>
        <Table.Tbody>
          {shown.map((finding) => {
            const { file, line, column, rule, severity, message } = finding
            return (
              <Table.Tr key={`${file}:${line}:${column}:${rule}:${message}`}>
                <Table.Td>
                  <Badge color={severity === 'error' ? 'red.9' : 'gray.7'} miw="max-content">
                    {say(severity === 'error' ? 'error' : 'warning')}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  {message}
                  <Text size="xs" c="dimmed">
                    {file.split('/').at(-1)}:{line} {rule}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    <Button size="compact-md" variant="default" onClick={() => onSelect(finding)}>
                      {say('show')}
                    </Button>
                    {isFixable(rule) && (
                      <Button
                        size="compact-md"
                        onClick={() => onFix(say('fixed', { message }), (before) => fix(before, finding))}
                      >
                        {say('fix')}
                      </Button>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
