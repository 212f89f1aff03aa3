import { Button, Group, Stack, Text } from '@mantine/core'
import { use, useRef, useState } from 'react'
import { AuthorInput } from './approval/AuthorInput.tsx'
import { authorName } from './approval/author-name.ts'
import { focusAtFirst } from './shell/focus-at-first.ts'
import { StudioExtrasContext } from './shell/studio-extras.ts'
import type { Publication } from './shell/studio-controller.ts'
import { PublishedChanges } from './ChangesPanel.tsx'
import type { Published } from './studio-host.ts'
import { StudioDialog } from './StudioDialog.tsx'
import type { Say, StudioLanguage } from './studio-texts.ts'

type Props = {
  name: string
  /** Whether residents can open the pages of the tenant. */
  isInPortal: boolean
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
  isInPortal,
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
  const submit = () => {
    setIsUnnamed(who.trim() === '')
    if (who.trim() === '') nameInput.current?.focus()
    else onPublish()
  }
  // A studio that only writes files does not know the portal.
  const isHidden = !isInPortal && AfterPublishing === undefined
  return (
    <StudioDialog say={say} onClose={onClose} title={say('publish.title')}>
      <Stack>
        {(kind === 'asked' || kind === 'failed') && <Text>{questionOf(errors, isUndrawn, say)}</Text>}
        {kind === 'asked' && warnings > 0 && <Text>{say('publish.warnings', { count: warnings })}</Text>}
        {kind !== 'running' && isHidden && (
          <Text c="var(--studio-error)">{say('publish.notInPortal', { tenant })}</Text>
        )}
        {(kind === 'asked' || kind === 'failed') && errors === 0 && (
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
        {(kind === 'asked' || kind === 'failed') && errors === 0 && <PublishedChanges {...{ name, say, language }} />}
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
            <Button loading={kind === 'running'} onClick={submit} data-autofocus={!isNamedFirst || undefined}>
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
          {kind !== 'running' && isHidden && (
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

function questionOf(errors: number | null, isUndrawn: boolean, say: Say): string {
  if (errors === null) return say('checking')
  if (errors === 0 && isUndrawn) return say('publish.undrawn')
  return errors > 0 ? say('publish.errors', { count: errors }) : say('publish.text')
}

/** @param address where residents see the form, if they can */
function resultWords(result: Published, address: string | null, say: Say): string {
  if (result.kind === 'published') {
    const { version } = result
    const done = address === null ? say('publish.doneHidden', { version }) : say('publish.done', { version, address })
    const { next } = result
    return next === undefined
      ? done
      : `${done} ${say('publish.next', { ...next, from: next.from.slice(0, 16).replace('T', ' ') })}`
  }
  return say(result.kind === 'refused' ? 'publish.refused' : `approval.${result.kind}`)
}
