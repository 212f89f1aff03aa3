import { Button, Group, List, Stack, Text } from '@mantine/core'
import { focusAtFirst } from './shell/focus-at-first.ts'
import { saveFile } from './shell/save-file.ts'
import type { Say } from './studio-texts.ts'
import type { Imported } from './studio-host.ts'

type Props = {
  imported: Imported & { kind: 'imported' }
  say: Say
  onOpen: () => void
}

/** What the import did to the questions of another body's form. Nothing keeps it but the file that authors save. */
export function ImportReport({ imported: { kept, changed, errors, notes }, say, onOpen }: Props) {
  const counts = say('import.counts', { all: kept + changed, kept, changed })
  const parts = [...(errors.length > 0 ? [{ at: say('import.errors'), sentences: errors }] : []), ...notes]
  const save = () => {
    const lines = parts.flatMap(({ at, sentences }) => [at, ...sentences.map((sentence) => `  ${sentence}`)])
    saveFile('import.txt', new Blob([[counts, ...lines].join('\n')], { type: 'text/plain' }))
  }
  return (
    <Stack>
      <Text>{counts}</Text>
      <Text>{say('import.next')}</Text>
      <Group>
        <Button ref={focusAtFirst} onClick={onOpen}>
          {say('import.open')}
        </Button>
        {parts.length > 0 && (
          <Button variant="default" onClick={save}>
            {say('import.save')}
          </Button>
        )}
      </Group>
      {parts.map(({ at, sentences }) => (
        <div key={at}>
          <Text size="sm">{at}</Text>
          <List size="sm">
            {[...new Set(sentences)].map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </div>
      ))}
    </Stack>
  )
}
