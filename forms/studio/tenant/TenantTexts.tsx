import { Button, Fieldset, Group, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { pointerOf } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { longestText } from '../../../src/lib/suitable-text.ts'
import { languages as allLanguages } from '../../../src/lib/language.ts'
import type { Language } from '../../../src/lib/language.ts'
import { readValue } from '../../edit/json-text.ts'
import { ownTextProblems } from '../../rules/own-text-rules.ts'
import { toFindings } from '../../source/finding.ts'
import { parseJsonSource } from '../../source/json-source.ts'
import type { PortalTexts } from '../../source/portal-texts.ts'
import { tenantFile } from '../../source/tenant-source.ts'
import { studioHost } from '../studio-host.ts'
import type { Say, StudioLanguage } from '../studio-texts.ts'
import { useAnswer } from '../use-answer.ts'

type Props = {
  /** The content of `tenant.json`. */
  text: string
  /** Those of the tenant. */
  languages: readonly Language[]
  language: StudioLanguage
  say: Say
  /** Changes places of `tenant.json`; undefined removes a value. */
  onChange: (changes: { [pointer: string]: string | undefined }) => void
}

/** The texts of the portal that the tenant has replaced by its own, and a search for others. */
export function TenantTexts(props: Props) {
  const { text, say } = props
  const portal = useAnswer('', () => studioHost().portalTexts())
  const byLanguage = readValue(text, '/texts')
  const own = isRecord(byLanguage)
    ? Object.values(byLanguage).flatMap((texts) => (isRecord(texts) ? Object.keys(texts) : []))
    : []
  const keys = [...new Set(own)]
  if (portal === null) return null
  return (
    <Fieldset legend={say('tenant.texts')}>
      <Stack gap="sm">
        <Text size="sm">{say('tenant.textsHelp')}</Text>
        {keys.map((key) => (
          <OwnText key={key} {...props} portal={portal} id={key} />
        ))}
        <SearchText {...props} portal={portal} used={keys} />
      </Stack>
    </Fieldset>
  )
}

function OwnText({
  text,
  languages,
  language,
  say,
  onChange,
  portal,
  id,
}: Props & { portal: PortalTexts; id: string }) {
  const original = portal.get('ja')?.get(id)
  const findings = toFindings(ownTextProblems(parseJsonSource(tenantFile, text), portal), language)
  const ofKey = (tag: Language) => pointerOf(['texts', tag, id])
  const tags = languages.filter((tag) => original !== undefined || readValue(text, ofKey(tag)) !== undefined)
  return (
    <Fieldset legend={say('tenant.textOf', { text: original ?? id })}>
      <Stack gap="xs" align="stretch">
        {tags.map((tag) => {
          const value = readValue(text, ofKey(tag))
          const before = portal.get(tag)?.get(id) ?? ''
          return (
            <Textarea
              key={tag}
              lang={tag}
              autosize
              label={say('inLanguage', { title: say('tenant.ownText'), language: say(`texts.${tag}`) })}
              description={before}
              maxLength={longestText(before)}
              value={typeof value === 'string' ? value : ''}
              error={findings.find(({ pointer }) => pointer === ofKey(tag))?.message}
              onChange={({ currentTarget }) =>
                onChange({ [ofKey(tag)]: currentTarget.value === '' ? undefined : currentTarget.value })
              }
            />
          )
        })}
        <Group>
          <Button
            variant="default"
            size="compact-md"
            onClick={() => onChange(Object.fromEntries(allLanguages.map((tag) => [ofKey(tag), undefined])))}
          >
            {say('tenant.textBack')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}

/** So many fit beside the preview. */
const mostFound = 8

function SearchText({
  languages,
  say,
  onChange,
  portal,
  used,
}: Props & { portal: PortalTexts; used: readonly string[] }) {
  const [words, setWords] = useState('')
  const found = useId()
  const matching =
    words.trim() === ''
      ? []
      : [...(portal.get('ja')?.keys() ?? [])].filter(
          (key) => !used.includes(key) && languages.some((tag) => portal.get(tag)?.get(key)?.includes(words.trim())),
        )
  return (
    <Stack gap="xs" align="stretch">
      <TextInput
        label={say('tenant.textSearch')}
        description={say('tenant.textSearchHelp')}
        value={words}
        aria-controls={found}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Text size="sm" role="status">
        {words.trim() === '' ? '' : say('tenant.textsFound', { count: matching.length })}
      </Text>
      <Stack id={found} gap="xs" align="start">
        {matching.slice(0, mostFound).map((key) => (
          <Button
            key={key}
            variant="default"
            h="auto"
            mih={44}
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
            onClick={() => {
              setWords('')
              onChange({ [pointerOf(['texts', 'ja', key])]: portal.get('ja')?.get(key) })
            }}
          >
            {say('tenant.textReplace', { text: portal.get('ja')?.get(key) ?? key })}
          </Button>
        ))}
      </Stack>
    </Stack>
  )
}
