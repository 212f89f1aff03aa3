import { Button, Fieldset, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { formatYen } from '../../src/lib/display-text.ts'
import { feesOfSamples, setFeeOfSample } from '../edit/commands.ts'
import type { PreviewForm } from '../preview/preview-library.ts'
import { NumberField } from './shell/NumberField.tsx'
import type { PanelProps } from './part-props.ts'

type Props = PanelProps & {
  samples: PreviewForm['samples']
  /** Fills the preview with the answers of a sample. */
  onShow: (sample: string) => void
}

/** What each valid sample costs, and what it should cost, which the check compares. */
export function FeeSamples({ files, samples, language, say, onChange, onShow }: Props) {
  const expected = feesOfSamples(files)
  const own = samples.filter(({ name }) => files[`valid/${name}.json`] !== undefined)
  return (
    <Fieldset legend={say('fees.samples')}>
      <Stack gap="xs">
        <Text size="sm">{say(own.length === 0 ? 'fees.noSamples' : 'fees.samplesHelp')}</Text>
        {own.length > 0 && (
          <Table.ScrollContainer minWidth={0}>
            <Table verticalSpacing={4} horizontalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{say('samples.name')}</Table.Th>
                  <Table.Th>{say('fees.computed')}</Table.Th>
                  <Table.Th>{say('fees.expected')}</Table.Th>
                  <Table.Th>{say('samples.actions')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {own.map(({ name, fee }) => {
                  const wanted = expected[name]
                  const isWrong = wanted !== undefined && fee !== undefined && fee !== wanted
                  const set = (total: number | undefined) =>
                    onChange(say('changed.feeSample', { name }), (before) => setFeeOfSample(before, name, total))
                  return (
                    <Table.Tr key={name}>
                      <Table.Th scope="row">{name}</Table.Th>
                      <Table.Td miw="6rem" c={isWrong ? 'var(--studio-error)' : ''}>
                        <div>{typeof fee === 'number' ? formatYen(fee, language) : say('fees.unknown')}</div>
                        {isWrong && <div>{say('fees.wrong')}</div>}
                      </Table.Td>
                      <Table.Td>
                        <NumberField
                          label={<VisuallyHidden>{say('fees.expectedOf', { name })}</VisuallyHidden>}
                          value={wanted}
                          min={0}
                          max={100_000_000}
                          w={130}
                          say={say}
                          onChange={set}
                        />
                      </Table.Td>
                      <Table.Td>
                        <Group gap="xs">
                          <Button
                            size="compact-md"
                            variant="default"
                            aria-label={say('samples.showOf', { name })}
                            onClick={() => onShow(name)}
                          >
                            {say('samples.show')}
                          </Button>
                          {typeof fee === 'number' && fee !== wanted && (
                            <Button
                              size="compact-md"
                              variant="light"
                              aria-label={say('fees.acceptOf', { name })}
                              onClick={() => set(fee)}
                            >
                              {say('fees.accept')}
                            </Button>
                          )}
                        </Group>
                      </Table.Td>
                    </Table.Tr>
                  )
                })}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Fieldset>
  )
}
