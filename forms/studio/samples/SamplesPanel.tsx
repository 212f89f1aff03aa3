import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { RemoveButton } from '../shell/RemoveButton.tsx'
import { useState } from 'react'
import { isValidSample, removeSample } from '../../edit/commands.ts'
import type { PreviewForm } from '../../preview/preview-library.ts'
import { TaskEnded } from '../../preview/guarded-tasks.ts'
import { studioHost } from '../studio-host.ts'
import css from '../Studio.module.css'
import type { Say } from '../studio-texts.ts'
import { madeWords } from './made-words.ts'
import type { PanelProps } from '../part-props.ts'

type Props = Omit<PanelProps, 'language'> & {
  name: string
  checked: PreviewForm
  /** Samples are made from the files on disk. */
  beforeMake: () => Promise<void>
  /** Fills the preview with the answers of a valid sample. */
  onShow: (sample: string) => void
}

type Making =
  | { kind: 'idle' | 'busy' | 'failed' | 'tooLong' | 'refused' }
  | { kind: 'made'; count: number; branches: number; untaken: readonly string[] }

/** The samples of the form, each with its result, and a button that writes those that are missing. */
export function SamplesPanel({ name, files, checked, say, beforeMake, onChange, onShow }: Props) {
  const [making, setMaking] = useState<Making>({ kind: 'idle' })
  const samples = Object.keys(files).filter((file) => /^(?:in)?valid\//.test(file))
  const isUsable = checked.shown === 'whole'
  const make = async () => {
    setMaking({ kind: 'busy' })
    await beforeMake()
    const made = await studioHost().madeSamples(name)
    if (!made) return setMaking({ kind: 'refused' })
    const { branches, untaken } = made
    const count = Object.keys(made.files).length
    if (count > 0) onChange(say('samples.making', { count }), (before) => ({ ...before, ...made.files }))
    setMaking({ kind: 'made', count, branches, untaken })
  }
  return (
    <Stack gap="sm" align="start">
      <Text size="sm">{say('samples.help')}</Text>
      <Button
        loading={making.kind === 'busy'}
        disabled={!isUsable}
        onClick={() =>
          void make().catch((cause: unknown) => setMaking({ kind: cause instanceof TaskEnded ? 'tooLong' : 'failed' }))
        }
      >
        {say('samples.make')}
      </Button>
      <Text
        role="status"
        size="sm"
        {...(making.kind === 'failed' || making.kind === 'tooLong' || making.kind === 'refused'
          ? { c: 'var(--studio-error)' }
          : {})}
      >
        {!isUsable || making.kind === 'refused' ? say('samples.unusable') : messageOf(making, say)}
      </Text>
      {samples.length > 0 && (
        <Table className={css.rows ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('samples.name')}</Table.Th>
              <Table.Th>{say('samples.purpose')}</Table.Th>
              <Table.Th>{say('samples.result')}</Table.Th>
              <Table.Th>{say('samples.actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {samples.map((file) => {
              const isValid = isValidSample(file)
              const sample = file.slice(file.indexOf('/') + 1).replace(/\.json$/, '')
              const problem = checked.findings.find((finding) => finding.file === `${checked.folder}/${file}`)
              return (
                <Table.Tr key={file}>
                  <Table.Td>{sample}</Table.Td>
                  <Table.Td data-label={say('samples.purpose')}>
                    {say(isValid ? 'samples.valid' : 'samples.invalid')}
                  </Table.Td>
                  <Table.Td data-label={say('samples.result')} c={problem ? 'var(--studio-error)' : ''}>
                    {problem ? problem.words : say(isUsable ? 'samples.asExpected' : 'samples.unknown')}
                  </Table.Td>
                  <Table.Td>
                    <Group gap="xs" wrap="nowrap">
                      {isValid && (
                        <Button
                          size="compact-md"
                          variant="default"
                          aria-label={say('samples.showOf', { name: sample })}
                          onClick={() => onShow(sample)}
                        >
                          {say('samples.show')}
                        </Button>
                      )}
                      <RemoveButton
                        say={say}
                        label={say('samples.removeOf', { name: sample })}
                        onClick={() =>
                          onChange(say('samples.removed', { name: sample }), (before) => removeSample(before, file))
                        }
                      />
                    </Group>
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  )
}

function messageOf(making: Making, say: Say): string {
  if (making.kind === 'tooLong') return say('tooLong')
  if (making.kind === 'failed') return say('samples.failed')
  if (making.kind !== 'made') return ''
  return madeWords(making, say)
}
