import { Button, Container, FileButton, Group, List, Loader, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { StudioDialog } from '../studio/StudioDialog.tsx'
import type { StudioLanguage } from '../studio/studio-texts.ts'
import { canOpenFolders } from './folder-files.ts'
import type { OpenProject } from './open-project.ts'
import { problemText } from './site-problem.ts'
import type { SaySite } from './site-texts.ts'
import { startEmpty, startFolder, startProject, startZip } from './start-project.ts'
import { forgetProject, storedProjects, storedTitles } from './stored-projects.ts'
import type { Project } from './stored-projects.ts'
import type { Elements } from '../../src/ui/elements.ts'

type Props = {
  /** Why the project of this tab could not be opened. */
  failure: unknown
  language: StudioLanguage
  say: SaySite
  onLanguage: (language: StudioLanguage) => void
  onOpen: (open: OpenProject) => void
}

/** A project with the titles of its forms, by which authors know one that has no name. */
type KnownProject = Project & { titles: string[] }

const mostTitles = 2

async function knownProjects(): Promise<KnownProject[]> {
  const projects = await storedProjects()
  return Promise.all(projects.map(async (project) => ({ ...project, titles: await storedTitles(project.id) })))
}

/** Lets the author open a folder or a ZIP, start empty, or go on with forms that this browser has. */
export function StartPage({ failure, language, say, onLanguage, onOpen }: Props) {
  const [projects, setProjects] = useState<KnownProject[]>([])
  const [problem, setProblem] = useState<unknown>(failure)
  const [isOpening, setIsOpening] = useState(false)
  const [forgetting, setForgetting] = useState<KnownProject | null>(null)
  useEffect(() => {
    knownProjects().then(setProjects, setProblem)
  }, [])
  const run = async (start: () => Promise<OpenProject | null>) => {
    setProblem(undefined)
    setIsOpening(true)
    try {
      const open = await start()
      if (open) onOpen(open)
    } finally {
      setIsOpening(false)
    }
  }
  const start = (how: () => Promise<OpenProject | null>) => void run(how).catch(setProblem)
  const forget = async (project: Project) => {
    setForgetting(null)
    await forgetProject(project.id)
    setProjects(await knownProjects())
  }
  const nameOf = ({ name, folder, titles }: KnownProject) => {
    if (folder) return say('site.inFolder', { name })
    if (name !== '' || titles.length === 0) return name === '' ? say('site.unnamed') : name
    const shown = titles.slice(0, mostTitles).join(say('site.comma'))
    const count = titles.length - mostTitles
    return count > 0 ? say('site.formsMore', { titles: shown, count }) : shown
  }
  return (
    <Container component="main" size="sm" py="xl">
      <Stack gap="lg">
        <Group justify="space-between">
          <Title order={1}>{say('title')}</Title>
          <Button
            variant="subtle"
            lang={language === 'ja' ? 'en' : 'ja'}
            onClick={() => onLanguage(language === 'ja' ? 'en' : 'ja')}
          >
            {language === 'ja' ? 'English' : '日本語'}
          </Button>
        </Group>
        <Text>{say('site.lead')}</Text>
        {problem !== undefined && (
          <Text role="alert" c="var(--studio-error)">
            {problemText(problem, say)}
          </Text>
        )}
        {isOpening && <Loader size="sm" aria-label={say('loading')} />}
        {canOpenFolders() && (
          <Choice text={say('site.folderHelp')}>
            <Button disabled={isOpening} onClick={() => start(startFolder)}>
              {say('site.folder')}
            </Button>
          </Choice>
        )}
        <Choice text={say('site.zipHelp')}>
          <FileButton
            accept=".zip,application/zip"
            onChange={(file) => {
              if (file) start(() => startZip(file))
            }}
          >
            {(props) => (
              <Button {...props} variant={canOpenFolders() ? 'default' : 'filled'} disabled={isOpening}>
                {say('site.zip')}
              </Button>
            )}
          </FileButton>
        </Choice>
        <Choice text={say('site.emptyHelp')}>
          <Button variant="default" disabled={isOpening} onClick={() => start(startEmpty)}>
            {say('site.empty')}
          </Button>
        </Choice>
        {projects.length > 0 && (
          <Stack gap="xs">
            <Title order={2} size="h4">
              {say('site.known')}
            </Title>
            <List listStyleType="none" spacing="sm">
              {projects.map((project) => (
                <List.Item key={project.id}>
                  <Group gap="xs">
                    <Button variant="light" disabled={isOpening} onClick={() => start(() => startProject(project))}>
                      {say('site.open', { name: nameOf(project) })}
                    </Button>
                    <Text size="sm">{say('site.savedAt', { date: timeIn(language, project.savedAt) })}</Text>
                    <Button
                      variant="subtle"
                      aria-label={say('site.forget', { name: nameOf(project) })}
                      onClick={() => setForgetting(project)}
                    >
                      {say('site.forgetDo')}
                    </Button>
                  </Group>
                </List.Item>
              ))}
            </List>
          </Stack>
        )}
      </Stack>
      {forgetting && (
        <StudioDialog
          say={say}
          title={say('site.forgetTitle', { name: nameOf(forgetting) })}
          onClose={() => setForgetting(null)}
        >
          <Stack>
            <Text>{say(forgetting.folder ? 'site.forgetFolder' : 'site.forgetText')}</Text>
            <Group>
              <Button variant="default" data-autofocus onClick={() => setForgetting(null)}>
                {say('site.keep')}
              </Button>
              <Button color="red.9" onClick={() => void forget(forgetting).catch(setProblem)}>
                {say('site.forgetDo')}
              </Button>
            </Group>
          </Stack>
        </StudioDialog>
      )}
    </Container>
  )
}

function Choice({ text, children }: { text: string; children: Elements }) {
  return (
    <Stack gap={4} align="start">
      {children}
      <Text size="sm">{text}</Text>
    </Stack>
  )
}

function timeIn(language: StudioLanguage, time: number): string {
  return new Date(time).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' })
}
