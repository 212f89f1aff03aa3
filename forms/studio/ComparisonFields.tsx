import { Group } from '@mantine/core'
import { comparable, comparisons, comparisonsOf, setComparison } from '../edit/compared-answers.ts'
import type { FormNode } from '../edit/form-tree.ts'
import type { PartProps } from './part-props.ts'
import { Choose } from './shell/Choose.tsx'

type Props = PartProps & { tree: readonly FormNode[]; label: (path: string) => string }

/** Whether the answer must be the same as another one, or another one. */
export function ComparisonFields({ files, tree, node, say, name, label, onChange }: Props) {
  const found = comparisonsOf(files, node.path)
  const others = comparable(tree, node)
  if (found.length === 0 && others.length === 0) return null
  const rows = found.length === 0 ? [{ kind: undefined, other: others[0]?.path ?? '', index: null }] : found
  return rows.map(({ kind, other, index }) => {
    const set = (next: Parameters<typeof setComparison>[3]) =>
      onChange(say('changed.limit', { name }), (before) => setComparison(before, node.path, index, next))
    return (
      <Group key={index} grow align="end">
        <Choose
          label={say('compare')}
          value={kind ?? ''}
          choices={[
            { value: '', label: say('compare.none') },
            ...comparisons.map((one) => ({ value: one, label: say(`compare.${one}`) })),
          ]}
          onChoose={(next) => set(next === '' ? null : { kind: next, other })}
        />
        {kind !== undefined && (
          <Choose
            label={say('compare.other')}
            value={other}
            choices={others.map(({ path }) => ({ value: path, label: label(path) }))}
            other={say('fees.lost')}
            onChoose={(path) => set({ kind, other: path })}
          />
        )}
      </Group>
    )
  })
}
