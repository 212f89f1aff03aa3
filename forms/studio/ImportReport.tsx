import { Button, List, Stack, Text } from '@mantine/core'
import { focusAtFirst } from './shell/focus-at-first.ts'
import type { Say } from './studio-texts.ts'
import type { Imported } from './studio-host.ts'

type Props = {
  imported: Imported & { kind: 'imported' }
  say: Say
  onOpen: () => void
}

const mostSentences = 30

/** What the import did to the questions of another body's form. */
export function ImportReport({ imported: { kept, changed, sentences }, say, onOpen }: Props) {
  return (
    <Stack>
      <Text>{say('import.counts', { all: kept + changed, kept, changed })}</Text>
      {sentences.length > 0 && (
        <List size="sm">
          {sentences.slice(0, mostSentences).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
          {sentences.length > mostSentences && (
            <List.Item>{say('import.more', { count: sentences.length - mostSentences })}</List.Item>
          )}
        </List>
      )}
      <Text>{say('import.next')}</Text>
      <Button ref={focusAtFirst} onClick={onOpen}>
        {say('import.open')}
      </Button>
    </Stack>
  )
}
