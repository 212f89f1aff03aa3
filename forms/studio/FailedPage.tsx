import { Button, Center, Stack, Text } from '@mantine/core'
import type { Say } from './studio-texts.ts'

/** The forms cannot be read. */
export function FailedPage({ reason, say }: { reason: string; say: Say }) {
  return (
    <Center mih="100vh">
      <Stack align="center">
        <Text role="alert">{say('failed', { reason })}</Text>
        <Button onClick={() => window.location.reload()}>{say('retry')}</Button>
      </Stack>
    </Center>
  )
}
