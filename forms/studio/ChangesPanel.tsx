import { Anchor, Button, List, Loader, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { TaskEnded } from '../preview/guarded-tasks.ts'
import { studioHost } from './studio-host.ts'
import type { FormChanges } from './studio-host.ts'
import { serviceFactName, serviceValueWords } from './service-words.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'
import { useAnswer } from './use-answer.ts'

type Props = {
  name: string
  /** Counts the versions that this page has published. */
  published: number
  say: Say
  language: StudioLanguage
}

/** How the saved form differs from the published version, and what that means for drafts, with a way to print it. */
export function ChangesPanel({ name, published, say, language }: Props) {
  return (
    <Stack gap="sm">
      <PublishedChanges {...{ name, published, say, language }} />
      <Anchor
        href={studioHost().pageAddress('print', `form=${encodeURIComponent(name)}&lang=${language}`)}
        target="_blank"
        rel="noreferrer"
      >
        {say('changes.print')}
      </Anchor>
    </Stack>
  )
}

/** The differences of the saved form from the published version. */
export function PublishedChanges({ name, published = 0, say, language }: Omit<Props, 'published'> & Partial<Props>) {
  const [attempt, setAttempt] = useState(0)
  const found = useAnswer(
    `${name} ${published} ${language} ${attempt}`,
    () =>
      studioHost()
        .changes(name, language)
        .then(
          (changes) => ({ changes }),
          (cause: unknown) => ({ attempt, isTooLong: cause instanceof TaskEnded }),
        ),
    { concerns: (changed) => changed.includes(name) },
  )
  if (found && 'changes' in found) return <ChangesList changes={found.changes} {...{ say, language }} order={3} />
  if (found?.attempt !== attempt) return <Loader size="sm" aria-label={say('loading')} />
  return (
    <Stack gap="xs" align="start">
      <Text role="alert">{say(found.isTooLong ? 'tooLong' : 'changes.failed')}</Text>
      <Button variant="default" onClick={() => setAttempt(attempt + 1)}>
        {say('retry')}
      </Button>
    </Stack>
  )
}

type ListProps = { changes: FormChanges; say: Say; language: StudioLanguage; order: 2 | 3 }

export function ChangesList({ changes, say, language, order }: ListProps) {
  if (changes.kind === 'never-published') return <Text>{say('changes.new')}</Text>
  if (changes.kind === 'unreadable') return <Text role="alert">{say('changes.unreadable', changes)}</Text>
  const { published, differences, drafts, service } = changes
  const isSameForm = differences.length === 0
  const isSame = isSameForm && service.kind === 'compared' && service.changes.length === 0
  if (isSame) return <Text>{say('changes.none')}</Text>
  return (
    <>
      <Title order={order} size="h6">
        {say('changes.since', { version: published.formVersion, date: dateIn(language, published.publishedAt) })}
      </Title>
      {isSameForm && <Text size="sm">{say('changes.sameForm')}</Text>}
      <List size="sm">
        {differences.map(({ text, effect }) => (
          <List.Item key={text}>
            <span>{text}</span>
            {effect !== '' && (
              <Text size="sm" fw={700}>
                {effect}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      {service.kind === 'unreadable' && (
        <Text size="sm" role="alert">
          {say('changes.service.unreadable')}
        </Text>
      )}
      {service.kind === 'compared' && service.changes.length > 0 && (
        <>
          <Title order={order} size="h6">
            {say('changes.service')}
          </Title>
          <List size="sm">
            {service.changes.map(({ before, after, ...fact }) => (
              <List.Item key={`${fact.key} ${fact.language}`}>
                {say('changes.service.one', {
                  what: serviceFactName(fact, say),
                  before: serviceValueWords(fact.key, before, say),
                  after: serviceValueWords(fact.key, after, say),
                })}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {drafts.length > 0 && (
        <>
          <Title order={order} size="h6">
            {say('changes.drafts')}
          </Title>
          <List size="sm">
            {drafts.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </>
      )}
    </>
  )
}

/** The day in Japan. */
export function dateIn(language: StudioLanguage, time: string | number): string {
  return new Date(time).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'Asia/Tokyo' })
}
