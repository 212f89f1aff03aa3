import { Button, Group, Stack, Text } from '@mantine/core'
import { use, useRef, useState } from 'react'
import { resolveRelativeDate, tokyoDate } from '../../form-model/tokyo-date.ts'
import type { FormFiles } from '../edit/commands.ts'
import { serviceJson } from '../edit/fees.ts'
import { readValue } from '../edit/json-text.ts'
import { portalStateOf, tenantLook } from '../edit/tenant-files.ts'
import { AuthorInput } from './approval/AuthorInput.tsx'
import { authorName } from './approval/author-name.ts'
import { focusAtFirst } from './shell/focus-at-first.ts'
import { StudioExtrasContext } from './shell/studio-extras.ts'
import type { Publication } from './shell/studio-controller.ts'
import { PublishedChanges } from './ChangesPanel.tsx'
import { studioHost } from './studio-host.ts'
import type { Published } from './studio-host.ts'
import { StudioDialog } from './StudioDialog.tsx'
import { usePublishedTenant } from './tenant/use-published-tenant.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'
import { useAnswer } from './use-answer.ts'

type Props = {
  name: string
  files: FormFiles
  /** What the form is built as; null if it has errors or is not checked yet. */
  version: string | null
  /** Null until the form is checked for the first time. */
  errors: number | null
  /** Whether the preview cannot show the form, for a reason that no rule finds. */
  isUndrawn: boolean
  /** Findings that do not stop a publication. */
  warnings: number
  publication: Publication
  language: StudioLanguage
  say: Say
  onPublish: () => void
  /** Closes the dialog and shows the tenant. */
  onTenant: () => void
  /** Closes the dialog and shows the place of the first finding, an error if there is one. */
  onFindings: () => void
  onClose: () => void
}

/** Asks before a form is published, and shows the result. */
export function PublishDialog({
  name,
  files,
  version,
  errors,
  isUndrawn,
  warnings,
  publication,
  language,
  say,
  onPublish,
  onTenant,
  onFindings,
  onClose,
}: Props) {
  const { Published: AfterPublishing, Problem, isRefused } = use(StudioExtrasContext)
  const [tenant = ''] = name.split('/')
  const [who, setWho] = useState(authorName)
  const [isNamedFirst] = useState(who === '')
  const [isUnnamed, setIsUnnamed] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const { kind } = publication
  const obstacle = obstacleOf(errors, isUndrawn, say)
  const submit = () => {
    setIsUnnamed(who.trim() === '')
    if (who.trim() === '') nameInput.current?.focus()
    else onPublish()
  }
  // A studio that only writes files does not know the portal.
  const published = usePublishedTenant(tenant)
  const tenantFiles = tenantLook(files) === null ? published : files
  const portal = AfterPublishing === undefined && tenantFiles !== null ? portalStateOf(tenantFiles) : 'open'
  const isHidden = portal !== 'open'
  const isAsking = kind === 'asked' || kind === 'failed'
  return (
    <StudioDialog say={say} onClose={onClose} title={say('publish.title')}>
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          // Enter in a field submits also without a button.
          if (isAsking && obstacle === null) submit()
        }}
      >
        {isAsking && obstacle !== null && <Text>{obstacle}</Text>}
        {isAsking && obstacle === null && !isHidden && (
          <Text>
            {AfterPublishing ? (
              say('publish.text')
            ) : (
              <Effect {...{ name, version, language, say }} service={files[serviceJson]} />
            )}
          </Text>
        )}
        {kind === 'asked' && warnings > 0 && <Text>{say('publish.warnings', { count: warnings })}</Text>}
        {kind !== 'running' && isHidden && (
          <Text c="var(--studio-error)">{say(`publish.hidden.${portal}`, { tenant })}</Text>
        )}
        {isAsking && errors === 0 && (
          <AuthorInput
            {...{ who, say }}
            ref={nameInput}
            isFocused={isNamedFirst}
            error={isUnnamed && who.trim() === '' ? say('approval.no-name') : null}
            onChange={setWho}
          />
        )}
        {kind === 'running' && <Text role="status">{say('publish.running')}</Text>}
        {kind === 'failed' && (
          <Text role="alert" component="div">
            {Problem && isRefused?.() === true ? (
              <Problem language={language} />
            ) : (
              say(publication.isTooLong ? 'tooLong' : 'publish.failed')
            )}
          </Text>
        )}
        {isAsking && errors === 0 && <PublishedChanges {...{ name, say, language }} />}
        {kind === 'done' && (
          <Text role="status">
            {resultWords(publication.result, isHidden ? null : `/${tenant}/applicationlist`, say)}
          </Text>
        )}
        {AfterPublishing && kind === 'done' && publication.result.kind === 'published' && (
          <AfterPublishing language={language} />
        )}
        <Group>
          {kind !== 'done' && errors === 0 && !isUndrawn && (
            <Button type="submit" loading={kind === 'running'} data-autofocus={!isNamedFirst || undefined}>
              {say('publish')}
            </Button>
          )}
          {kind !== 'done' && errors !== null && errors > 0 && (
            <Button onClick={onFindings} data-autofocus>
              {say('publish.showErrors')}
            </Button>
          )}
          {kind === 'asked' && errors === 0 && warnings > 0 && (
            <Button variant="default" onClick={onFindings}>
              {say('publish.showWarnings')}
            </Button>
          )}
          {kind !== 'running' && portal === 'missing' && (
            <Button variant="default" onClick={onTenant}>
              {say('publish.toTenant')}
            </Button>
          )}
          {/* The button that had the focus is gone when the result is shown. */}
          <Button
            key={kind === 'done' ? 'done' : 'asked'}
            ref={kind === 'done' ? focusAtFirst : undefined}
            data-autofocus={kind === 'done' || undefined}
            variant="default"
            onClick={onClose}
          >
            {say('close')}
          </Button>
        </Group>
      </Stack>
    </StudioDialog>
  )
}

/** Why the form cannot be published now; null if it can. */
function obstacleOf(errors: number | null, isUndrawn: boolean, say: Say): string | null {
  if (errors === null) return say('checking')
  if (errors > 0) return say('publish.errors', { count: errors })
  return isUndrawn ? say('publish.undrawn') : null
}

type EffectProps = Pick<Props, 'name' | 'version' | 'language' | 'say'> & { service: string | undefined }

/** What publishing changes for residents. */
function Effect({ name, version, language, say, service = '{}' }: EffectProps) {
  const history = useAnswer(`${name} ${language}`, () => studioHost().history(name, language))
  if (history?.kind !== 'known') return null
  const { current, plans } = history
  const planned = plans.find((plan) => plan.version === version)
  const [next] = plans
  const what =
    planned && current !== version
      ? say('publish.early', { from: momentWords(planned.from) })
      : say(current === null ? 'publish.new' : current === version ? 'publish.same' : 'publish.replace')
  const later =
    next && next !== planned && say('publish.later', { version: next.version, from: momentWords(next.from) })
  const period = current === null && closedWords(service, say)
  return <span>{[what, period, later].filter(Boolean).join(' ')}</span>
}

function closedWords(service: string, say: Say): string | null {
  const now = Date.now()
  const dayOf = (key: string) => {
    const day = readValue(service, `/${key}`)
    return typeof day === 'string' ? resolveRelativeDate(day, now) : null
  }
  const [opens, closes] = [dayOf('opensOn'), dayOf('closesOn')]
  const today = tokyoDate(now)
  if (opens !== null && today < opens) return say('publish.opens', { day: opens })
  return closes !== null && closes < today ? say('publish.closed', { day: closes }) : null
}

/** A moment in Japan, without its seconds and zone. */
function momentWords(from: string): string {
  return from.slice(0, 16).replace('T', ' ')
}

/** @param address where residents see the form, if they can */
function resultWords(result: Published, address: string | null, say: Say): string {
  if (result.kind === 'published') {
    const { version } = result
    const done = address === null ? say('publish.doneHidden', { version }) : say('publish.done', { version, address })
    const { next } = result
    return next === undefined ? done : `${done} ${say('publish.next', { ...next, from: momentWords(next.from) })}`
  }
  return say(result.kind === 'refused' ? 'publish.refused' : `approval.${result.kind}`)
}
