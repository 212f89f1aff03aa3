import { Anchor, Button, List, Loader, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { onFormsChanged, route } from '../preview/preview-api.ts'
import { fetchChanges, TookTooLong } from './studio-api.ts'
import type { FormChanges } from './studio-api.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'

type Props = { name: string; say: Say; language: StudioLanguage }

type State = { kind: 'loading' } | { kind: 'failed'; isTooLong: boolean } | { kind: 'shown'; changes: FormChanges }

/** How the saved form differs from the published version, and what that means for drafts. */
export function ChangesPanel({ name, say, language }: Props) {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const load = () =>
      fetchChanges(name, language).then(
        (changes) => {
          if (isCurrent) setState({ kind: 'shown', changes })
        },
        (cause: unknown) => {
          if (isCurrent) setState({ kind: 'failed', isTooLong: cause instanceof TookTooLong })
        },
      )
    void load()
    const stop = onFormsChanged((changed) => {
      if (changed.includes(name)) void load()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [name, language, attempt])
  return (
    <Stack gap="sm">
      {state.kind === 'loading' && <Loader size="sm" aria-label={say('loading')} />}
      {state.kind === 'failed' && (
        <Stack gap="xs" align="start">
          <Text role="alert">{say(state.isTooLong ? 'tooLong' : 'changes.failed')}</Text>
          <Button
            variant="default"
            onClick={() => {
              setState({ kind: 'loading' })
              setAttempt(attempt + 1)
            }}
          >
            {say('retry')}
          </Button>
        </Stack>
      )}
      {state.kind === 'shown' && <ChangesList changes={state.changes} say={say} language={language} order={3} />}
      <Anchor
        href={`${route}/studio/print?form=${encodeURIComponent(name)}&lang=${language}`}
        target="_blank"
        rel="noreferrer"
      >
        {say('changes.print')}
      </Anchor>
    </Stack>
  )
}

type ListProps = { changes: FormChanges; say: Say; language: StudioLanguage; order: 2 | 3 }

export function ChangesList({ changes: { published, differences, drafts }, say, language, order }: ListProps) {
  if (!published) return <Text>{say('changes.new')}</Text>
  if (differences.length === 0) return <Text>{say('changes.none')}</Text>
  return (
    <>
      <Title order={order} size="h6">
        {say('changes.since', { version: published.formVersion, date: dateIn(language, published.publishedAt) })}
      </Title>
      <List size="sm">
        {differences.map(({ text, effect }) => (
          <List.Item key={text}>
            {text}
            {effect !== '' && (
              <Text size="sm" fw={700}>
                {effect}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      <Title order={order} size="h6">
        {say('changes.drafts')}
      </Title>
      <List size="sm">
        {drafts.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </>
  )
}

/** The day in Japan. */
export function dateIn(language: StudioLanguage, time: string | number): string {
  return new Date(time).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'Asia/Tokyo' })
}
