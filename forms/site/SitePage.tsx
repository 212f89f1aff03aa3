import { Alert, Button, Center, Group, Loader, Menu, Stack, Text } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { StudioExtrasContext } from '../studio/shell/studio-extras.ts'
import type { StudioExtras } from '../studio/shell/studio-extras.ts'
import { saveFile } from '../studio/shell/save-file.ts'
import { FailedPage } from '../studio/FailedPage.tsx'
import { PrintPage } from '../studio/PrintPage.tsx'
import { nameInAddress } from '../studio/shell/studio-address.ts'
import { StudioPage } from '../studio/StudioPage.tsx'
import type { StudioLanguage } from '../studio/studio-texts.ts'
import { canOpenFolders, mayUse } from './folder-files.ts'
import { memoryFiles } from './memory-files.ts'
import { formsFolder } from './open-project.ts'
import type { OpenProject } from './open-project.ts'
import { publishedZip, publishToFolder, zipOf } from './published-files.ts'
import { isDiskRefusal } from '../serve/disk-refusal.ts'
import { isServed } from './server-files.ts'
import { FormElsewhere, problemText } from './site-problem.ts'
import { useSiteSay } from './site-texts.ts'
import { StartPage } from './StartPage.tsx'
import { leaveProject, projectOfTab, startProject } from './start-project.ts'

type State = { kind: 'loading' } | { kind: 'start'; failure?: unknown } | { kind: 'open'; open: OpenProject }

/** The page on which the author opens forms, then the studio with them. */
export function SitePage({ isPaper }: { isPaper: boolean }) {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [language, setLanguage] = useState<StudioLanguage>('ja')
  const say = useSiteSay(language)
  const canWork = window.isSecureContext && 'serviceWorker' in navigator && 'locks' in navigator
  useEffect(() => {
    if (!canWork) return
    const load = async (): Promise<State> => {
      const project = await projectOfTab()
      if (project) return { kind: 'open', open: await startProject(project) }
      const form = nameInAddress()
      return form === '' ? { kind: 'start' } : { kind: 'start', failure: new FormElsewhere(form) }
    }
    load().then(setState, (failure: unknown) => setState({ kind: 'start', failure }))
  }, [canWork])
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const extras = useMemo(() => (state.kind === 'open' ? extrasOf(state.open) : {}), [state])
  if (!canWork)
    return (
      <Center component="main" mih="100vh" p="md">
        <Alert color="red.9" title={say('title')} role="alert" maw="40rem">
          {say('site.insecure')}
        </Alert>
      </Center>
    )
  if (state.kind === 'loading')
    return (
      <Center mih="100vh">
        <Loader aria-label={say('loading')} />
      </Center>
    )
  if (state.kind === 'start' && isServed) return <FailedPage reason={String(state.failure)} say={say} />
  if (state.kind === 'start')
    return (
      <StartPage
        failure={state.failure}
        language={language}
        say={say}
        onLanguage={setLanguage}
        onOpen={(open) => setState({ kind: 'open', open })}
      />
    )
  return (
    <StudioExtrasContext value={extras}>
      {isPaper ? <PrintPage /> : <StudioPage startLanguage={language} />}
    </StudioExtrasContext>
  )
}

type ExtraProps = { language: StudioLanguage }

function extrasOf(open: OpenProject): StudioExtras {
  const { name, folder } = open.project
  const saveZip = () => saveFile(`${name === '' ? 'forms' : name}.zip`, zipOf(formsFolder, open.unsaved()))

  function Header({ language }: ExtraProps) {
    const say = useSiteSay(language)
    return (
      <Menu>
        <Menu.Target>
          <Button variant="default" px="sm" aria-label={say('site.menu')}>
            <span aria-hidden>☰</span>
            <Text component="span" inherit ml="xs" visibleFrom="md">
              {say('site.menu')}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={saveZip}>{say('site.save')}</Menu.Item>
          <Menu.Item
            onClick={() => {
              leaveProject()
              window.location.assign(window.location.pathname)
            }}
          >
            {say('site.other')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    )
  }

  function Problem({ language }: ExtraProps) {
    const say = useSiteSay(language)
    const problem = open.problem()
    // A server that does not answer is tried again.
    const isKnown = problem !== null && !(isServed && problem === 'failed')
    const retry = async () => {
      if (folder) await mayUse(folder, true)
      await open.exclusively(() => memoryFiles.apply(open.unsaved()))
    }
    return (
      <Stack gap="xs" align="start">
        <span>{isKnown ? say(`site.problem.${problem}`) : say('save.kept')}</span>
        <Group gap="xs">
          {isKnown && (
            <Button
              variant="white"
              color="red.9"
              size="compact-md"
              // The page says again that it failed.
              onClick={() => void retry().catch(() => undefined)}
            >
              {say(problem === 'permission' ? 'site.allow' : 'site.again')}
            </Button>
          )}
          <Button variant="white" color="red.9" size="compact-md" onClick={saveZip}>
            {say('site.save')}
          </Button>
        </Group>
      </Stack>
    )
  }

  function Published({ language }: ExtraProps) {
    const say = useSiteSay(language)
    const [message, setMessage] = useState<{ text: string; isFailure: boolean } | null>(null)
    const write = async () => {
      const target = await publishToFolder()
      setMessage(target === null ? null : { text: say('site.written', { name: target }), isFailure: false })
    }
    return (
      <Stack gap="xs" align="start">
        <Button variant="default" onClick={() => saveFile('published-forms.zip', publishedZip())}>
          {say('site.publishedZip')}
        </Button>
        {canOpenFolders() && (
          <Button
            variant="default"
            onClick={() =>
              void write().catch((cause: unknown) => setMessage({ text: problemText(cause, say), isFailure: true }))
            }
          >
            {say('site.publishedFolder')}
          </Button>
        )}
        {message && <Text role={message.isFailure ? 'alert' : 'status'}>{message.text}</Text>}
      </Stack>
    )
  }

  // A server has the files in its folder, and publishes to it.
  if (isServed) return { Problem, isRefused: () => isDiskRefusal(open.problem()) }
  return { Header, Problem, Published }
}
