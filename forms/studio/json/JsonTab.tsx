import { Button, Group, Loader, Text } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../use-answer.ts'
import type { JsonPanelProps } from './JsonPanel.tsx'

function load() {
  return import('./JsonPanel.tsx')
}

/** Loads the editor while the page has nothing else to do, so that its tab opens at once. */
export function preloadJsonPanel(): () => void {
  const request = requestIdleCallback(() => {
    // Opening the tab loads it again, and reports a failure.
    load().catch(() => undefined)
  })
  return () => cancelIdleCallback(request)
}

/** Loads the editor apart from the page: with the JSON schemas it is larger than the rest. */
export function JsonTab(props: JsonPanelProps) {
  const [attempt, setAttempt] = useState(0)
  const loaded = useAnswer(String(attempt), () =>
    load().then(
      ({ JsonPanel: Panel }) => ({ Panel }),
      () => ({ attempt }),
    ),
  )
  const { say } = props
  if (loaded && 'Panel' in loaded) return <loaded.Panel {...props} />
  if (loaded?.attempt !== attempt) return <Loader aria-label={say('json.loading')} />
  return (
    <Group role="alert">
      <Text>{say('json.failed')}</Text>
      <Button onClick={() => setAttempt(attempt + 1)}>{say('retry')}</Button>
    </Group>
  )
}
