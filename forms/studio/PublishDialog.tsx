import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { publishForm, TookTooLong } from './studio-api.ts'
import type { Published } from './studio-api.ts'
import { StudioDialog } from './StudioDialog.tsx'
import type { Say } from './studio-texts.ts'

type Props = {
  name: string
  errors: number
  say: Say
  beforePublish: () => Promise<void>
  onPublished: () => void
  onClose: () => void
}

type State =
  | { kind: 'asked' }
  | { kind: 'running' }
  | { kind: 'done'; result: Published }
  | { kind: 'failed'; isTooLong: boolean }

/** Builds the saved form and publishes it to the portal. */
export function PublishDialog({ name, errors, say, beforePublish, onPublished, onClose }: Props) {
  const [state, setState] = useState<State>({ kind: 'asked' })
  const [tenant = ''] = name.split('/')
  const run = async () => {
    setState({ kind: 'running' })
    await beforePublish()
    const result = await publishForm(name)
    setState({ kind: 'done', result })
    if (result.kind === 'published') onPublished()
  }
  return (
    <StudioDialog say={say} onClose={onClose} title={say('publish.title')}>
      <Stack>
        {state.kind !== 'done' && (
          <Text>{errors > 0 ? say('publish.errors', { count: errors }) : say('publish.text')}</Text>
        )}
        {state.kind === 'failed' && <Text role="alert">{say(state.isTooLong ? 'tooLong' : 'publish.failed')}</Text>}
        {state.kind === 'done' && (
          <Text role="status">
            {state.result.kind === 'published'
              ? say('publish.done', { version: state.result.version, address: `/${tenant}/applicationlist` })
              : say('publish.refused')}
          </Text>
        )}
        <Group>
          {state.kind !== 'done' && errors === 0 && (
            <Button
              loading={state.kind === 'running'}
              onClick={() => {
                run().catch((cause: unknown) => setState({ kind: 'failed', isTooLong: cause instanceof TookTooLong }))
              }}
              data-autofocus
            >
              {say('publish')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {say('close')}
          </Button>
        </Group>
      </Stack>
    </StudioDialog>
  )
}
