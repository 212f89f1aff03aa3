import { Button, Group, Loader, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { JsonPanel, JsonPanelProps } from './JsonPanel.tsx'

type Loaded = { Panel: typeof JsonPanel } | 'loading' | 'failed'

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
  const [loaded, setLoaded] = useState<Loaded>('loading')
  useEffect(() => {
    if (loaded !== 'loading') return
    let isCurrent = true
    load().then(
      (module) => {
        if (isCurrent) setLoaded({ Panel: module.JsonPanel })
      },
      () => {
        if (isCurrent) setLoaded('failed')
      },
    )
    return () => {
      isCurrent = false
    }
  }, [loaded])
  const { say } = props
  if (loaded === 'loading') return <Loader aria-label={say('json.loading')} />
  if (loaded === 'failed')
    return (
      <Group role="alert">
        <Text>{say('json.failed')}</Text>
        <Button onClick={() => setLoaded('loading')}>{say('retry')}</Button>
      </Group>
    )
  return <loaded.Panel {...props} />
}
