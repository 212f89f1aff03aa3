import { Button, Group, Loader, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { JsonPanel, JsonPanelProps } from './JsonPanel.tsx'

type Loaded = { Panel: typeof JsonPanel } | 'loading' | 'failed'

/** Loads the editor when its tab is opened: with the JSON schemas it is larger than the rest of the page. */
export function JsonTab(props: JsonPanelProps) {
  const [loaded, setLoaded] = useState<Loaded>('loading')
  useEffect(() => {
    if (loaded !== 'loading') return
    let isCurrent = true
    import('./JsonPanel.tsx').then(
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
