import { Text } from '@mantine/core'
import { askAs, askedAs, kindObstacle, waysOf } from '../edit/change-kind.ts'
import { isQuestion } from '../edit/form-tree.ts'
import type { PartProps } from './part-props.ts'
import { Choose } from './shell/Choose.tsx'

/** How a question is asked. A way that is not possible now is not chosen, with the reason. */
export function KindField({ files, node, say, name, onChange }: PartProps) {
  const ways = waysOf(node)
  if (ways.length === 0)
    return isQuestion(node) ? (
      <Text size="sm" c="dimmed">
        {say('way.fixed')}
      </Text>
    ) : null
  const obstacles = ways.flatMap((way) => {
    const obstacle = kindObstacle(files, node, way)
    return obstacle === null ? [] : [{ way, obstacle }]
  })
  const isChoice = ways.includes('checkboxes') && obstacles.length === 0
  const reasons = [
    ...[...new Set(obstacles.map(({ obstacle }) => obstacle))].map((obstacle) => say(`way.not.${obstacle}`)),
    ...(isChoice ? [say('way.drafts')] : []),
  ]
  return (
    <Choose
      label={say('way')}
      description={reasons.length === 0 ? undefined : reasons.join('\n')}
      inputWrapperOrder={['label', 'input', 'description']}
      value={askedAs(node)}
      choices={ways.map((way) => ({
        value: way,
        label: say(`way.${way}`),
        disabled: obstacles.some((one) => one.way === way),
      }))}
      onChoose={(next) =>
        onChange(say('changed.way', { name, way: say(`way.${next}`) }), (before) => askAs(before, node, next))
      }
    />
  )
}
