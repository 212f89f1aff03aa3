import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { treeOf } from '../../edit/commands.ts'
import type { FormFiles } from '../../edit/commands.ts'
import { feeLines, feeName } from '../../edit/fees.ts'
import { pathToNode } from '../../edit/form-tree.ts'
import type { Condition } from '../../edit/form-tree.ts'
import { requiredCondition } from '../../edit/question-condition.ts'
import { readValue } from '../../edit/json-text.ts'
import { usesOf } from '../../edit/uses.ts'
import type { Removed, Use } from '../../edit/uses.ts'
import { canRemoveToo, withoutUse } from '../../edit/without-uses.ts'
import type { Repair } from '../../edit/without-uses.ts'
import { conditionText } from '../form-places.ts'
import { StudioDialog } from '../StudioDialog.tsx'
import type { Say, StudioLanguage } from '../studio-texts.ts'

type Props = {
  files: FormFiles
  removed: Removed
  /** What is removed, for the author. */
  name: string
  /** How many samples lose answers or are removed. */
  samples: number
  label: (path: string) => string
  language: StudioLanguage
  say: Say
  onClose: () => void
  onRemove: (repairs: [Use, Repair][]) => void
}

/** Asks before something is removed on which others depend, and what becomes of each of them. */
export function RemoveDialog({ files, removed, name, samples, label, language, say, onClose, onRemove }: Props) {
  const [offers] = useState(() => usesOf(files, removed).map((use) => offerFor(use, files, removed, language, say)))
  const [chosen, setChosen] = useState(() => offers.map((offer) => offer.first))
  const nameOf = (use: Use) => (use.kind === 'fee' ? feeName(files, use.name) : label(use.name))
  return (
    <StudioDialog say={say} onClose={onClose} title={say('remove.title', { name })}>
      <Stack>
        <Text>{say('remove.used')}</Text>
        {offers.map(({ use, repairs }, index) => (
          <Radio.Group
            key={`${use.kind} ${use.name} ${use.index ?? ''}`}
            label={say(`remove.${use.kind}`, { name: nameOf(use) })}
            value={chosen[index] ?? 'keep'}
            onChange={(value) => {
              const next = repairs.find(([repair]) => repair === value)?.[0] ?? 'keep'
              setChosen(chosen.map((repair, at) => (at === index ? next : repair)))
            }}
          >
            <Stack gap={4}>
              {repairs.map(([value, words]) => (
                <Radio key={value} value={value} label={words} />
              ))}
            </Stack>
          </Radio.Group>
        ))}
        {samples > 0 && <Text>{say('remove.samples', { count: samples })}</Text>}
        <Group>
          <Button data-autofocus variant="default" onClick={onClose}>
            {say('remove.keep')}
          </Button>
          <Button
            color="var(--studio-error)"
            variant="outline"
            onClick={() => onRemove(offers.map(({ use }, index) => [use, chosen[index] ?? 'keep']))}
          >
            {say('remove.anyway')}
          </Button>
        </Group>
      </Stack>
    </StudioDialog>
  )
}

/** The possible repairs of a use in words, and the one to begin with. */
type Offer = { use: Use; repairs: [Repair, string][]; first: Repair }

function offerFor(use: Use, files: FormFiles, removed: Removed, language: StudioLanguage, say: Say): Offer {
  const after = withoutUse(files, use, removed)
  const isFeeGone = feeLines(after).length < feeLines(files).length
  const condition = conditionOfUse(use, after)
  const isRemovable = canRemoveToo(files, use) && !isFeeGone
  const repairs: [Repair, string][] = [
    ['fix', fixWords(use, condition, after, isFeeGone, language, say)],
    ...(isRemovable ? [['remove', say('remove.too')] as [Repair, string]] : []),
    ['keep', say('remove.later')],
  ]
  // Without its only choice, a question would be asked of nobody so far, and of everybody from then on.
  const isLost = use.kind === 'shown' && removed.value !== undefined && condition === null && isRemovable
  return { use, repairs, first: isLost ? 'remove' : 'fix' }
}

function conditionOfUse(use: Use, files: FormFiles): Condition | null {
  if (use.kind === 'shown') return pathToNode(treeOf(files), use.name).at(-1)?.condition ?? null
  if (use.kind === 'required') return requiredCondition(files, use.name)
  const schema = readValue(files['form.json'] ?? '{}', '/delivery/when')
  return use.kind === 'delivery' && schema !== undefined ? { base: '', schema } : null
}

function fixWords(
  use: Use,
  condition: Condition | null,
  files: FormFiles,
  isFeeGone: boolean,
  language: StudioLanguage,
  say: Say,
): string {
  if (condition) {
    const words = conditionText(files, treeOf(files), condition.schema, condition.base, language)
    return say('remove.fix.condition', { condition: words ?? say('condition.json') })
  }
  return say(use.kind === 'fee' && isFeeGone ? 'remove.too' : `remove.fix.${use.kind}`)
}
