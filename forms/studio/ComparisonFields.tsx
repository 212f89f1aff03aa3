import { Group, NativeSelect } from '@mantine/core'
import { comparable, comparisons, comparisonsOf, setComparison } from '../edit/compared-answers.ts'
import type { FormNode } from '../edit/form-tree.ts'
import type { PartProps } from './part-props.ts'

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
        <NativeSelect
          label={say('compare')}
          value={kind ?? ''}
          data={[
            { value: '', label: say('compare.none') },
            ...comparisons.map((one) => ({ value: one, label: say(`compare.${one}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const next = comparisons.find((one) => one === value)
            set(next ? { kind: next, other } : null)
          }}
        />
        {kind !== undefined && (
          <NativeSelect
            label={say('compare.other')}
            value={other}
            data={[
              ...others.map(({ path }) => ({ value: path, label: label(path) })),
              ...(others.some(({ path }) => path === other) ? [] : [{ value: other, label: say('fees.lost') }]),
            ]}
            onChange={({ currentTarget: { value } }) => set({ kind, other: value })}
          />
        )}
      </Group>
    )
  })
}
