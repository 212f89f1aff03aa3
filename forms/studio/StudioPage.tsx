import { Anchor, Button, Center, List, Loader, Stack, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { use, useEffect, useRef, useState } from 'react'
import { dialogEntryLeft, isLeavingDialog } from './shell/dialog-history.ts'
import { addressOf, nameInAddress, showInAddress } from './shell/studio-address.ts'
import { openDocuments } from './shell/open-documents.ts'
import { StudioExtrasContext } from './shell/studio-extras.ts'
import { FailedPage } from './FailedPage.tsx'
import { NewFormDialog } from './NewFormDialog.tsx'
import { isNameOfForm } from '../source/form-name.ts'
import { isSameJson } from '../source/same-json.ts'
import { titledName } from './shell/StudioHeader.tsx'
import css from './Studio.module.css'
import { studioHost } from './studio-host.ts'
import type { DocumentPorts, StudioDocument } from './studio-document.ts'
import { StudioShell } from './shell/StudioShell.tsx'
import { otherTabs, thisTab } from './shell/this-tab.ts'
import { TenantPage } from './tenant/TenantPage.tsx'
import { useSay } from './studio-texts.ts'
import type { StudioLanguage } from './studio-texts.ts'

type Opened = { name: string; document: StudioDocument }

/**
 * Loads and shows the form that the address names, or the first one if it names none; for a tenant without a form, the
 * way to its first one. If there is neither of that name, offers the others; if there are none, lets the author create one.
 */
export function StudioPage({ startLanguage = 'ja' }: { startLanguage?: StudioLanguage }) {
  const [language, setLanguage] = useState<StudioLanguage>(startLanguage)
  const [names, setNames] = useState<string[] | null>(null)
  const [titles, setTitles] = useState<{ readonly [name: string]: string }>({})
  const [name, setName] = useState(nameInAddress)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [unknown, setUnknown] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isCreating, setIsCreating] = useState(false)
  /** Counts the loads, so that a folder without forms is looked at again when there may be one. */
  const [loads, setLoads] = useState(0)
  const [openDocument] = useState(() => openDocuments(portsFor))
  const say = useSay(language)
  const { Header } = use(StudioExtrasContext)

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const [found, titled] = await listed()
      if (!isCurrent) return
      setNames(found)
      setTitles(titled)
      const wanted = name === '' ? found[0] : name
      if (wanted === undefined) return
      if (!found.includes(wanted)) {
        setUnknown(wanted)
        return
      }
      const document = await openDocument(wanted)
      if (!isCurrent) return
      setUnknown(null)
      setOpened({ name: wanted, document })
      await dialogEntryLeft()
      if (isCurrent) showInAddress(wanted, wanted === name)
    }
    load().catch((cause: unknown) => setFailure(String(cause)))
    return () => {
      isCurrent = false
    }
  }, [name, openDocument, loads])

  // The page of a form takes the focus with it when another one replaces it. A page that was just loaded has none.
  const isEntered = useRef(false)
  useEffect(() => {
    if (names?.length === 0) isEntered.current = true
  }, [names])
  useEffect(() => {
    if (!opened) return
    if (isEntered.current && document.activeElement === document.body) focusSelected()
    isEntered.current = true
  }, [opened])

  useWindowEvent('popstate', () => {
    if (!isLeavingDialog()) setName((before) => nameInAddress() || before)
  })

  useEffect(
    () =>
      studioHost().onFormsChanged((changed) => {
        if (!opened) {
          // The dialog reports its own form, and tells why it could not be created.
          if (!isCreating) setLoads((before) => before + 1)
          return
        }
        if (changed.includes(opened.name)) opened.document.refresh().catch(() => undefined)
        listed().then(
          ([found, titled]) => {
            setNames((before) => (before?.join() === found.join() ? before : found))
            setTitles((before) => (isSameJson(before, titled) ? before : titled))
          },
          () => undefined,
        )
      }),
    [opened, isCreating],
  )

  const dialog = isCreating && (
    <NewFormDialog
      say={say}
      language={language}
      // The first form is open without the author's choice.
      tenant={name === '' ? undefined : opened?.name.split('/')[0]}
      onClose={() => {
        setIsCreating(false)
        if (!opened) setLoads((before) => before + 1)
      }}
      onCreated={(created) => {
        setIsCreating(false)
        setName(created)
      }}
    />
  )
  if (failure !== null) return <FailedPage reason={failure} say={say} />
  if (names && names.length > 0 && unknown !== null)
    return (
      <Center component="main" mih="100vh" p="md">
        <Stack align="start" maw="40rem">
          <Title order={1}>{say('unknown.title')}</Title>
          <Text className={css.unknown ?? ''}>{say('unknown.text', { name: unknown })}</Text>
          <List listStyleType="none" spacing="xs">
            {names.map((one) => (
              <List.Item key={one}>
                <Anchor href={addressOf(one)}>{titledName(one, titles[one], say)}</Anchor>
              </List.Item>
            ))}
          </List>
          <Button variant="default" onClick={() => setIsCreating(true)}>
            {say('new')}
          </Button>
        </Stack>
        {dialog}
      </Center>
    )
  if (names?.length === 0)
    return (
      <Center component="main" mih="100vh">
        <Stack align="center">
          <Title order={1}>{say('title')}</Title>
          <Text>{say('none')}</Text>
          <Button onClick={() => setIsCreating(true)}>{say('new')}</Button>
          {Header && <Header language={language} />}
        </Stack>
        {dialog}
      </Center>
    )
  if (!names || !opened)
    return (
      <Center mih="100vh">
        <Loader aria-label={say('loading')} />
      </Center>
    )
  const Shell = isNameOfForm(opened.name) ? StudioShell : TenantPage
  return (
    <>
      <Shell
        key={opened.name}
        name={opened.name}
        names={names}
        titles={titles}
        document={opened.document}
        say={say}
        language={language}
        onLanguage={setLanguage}
        onOpen={(next) => {
          // Changes that cannot be saved now are kept in the browser until the form is opened again.
          opened.document.flush().catch(reportError)
          setName(next)
        }}
        onNew={() => setIsCreating(true)}
      />
      {dialog}
    </>
  )
}

/** The row of what is selected, or the first field of a tenant without a form. */
function focusSelected(): void {
  const found = (selector: string) => document.querySelector<HTMLElement>(selector)
  const target = found('[role=treeitem][tabindex="0"]') ?? found('main :is(input, textarea)')
  target?.focus()
}

/** What can be opened: the forms, then the tenants without one; and their titles. */
async function listed(): Promise<[names: string[], titles: { readonly [name: string]: string }]> {
  const [forms, tenants, titles] = await Promise.all([
    studioHost().names(),
    studioHost().tenants(),
    studioHost().titles(),
  ])
  const hasNone = (tenant: string) => !forms.some((form) => form.startsWith(`${tenant}/`))
  return [[...forms, ...tenants.filter(hasNone)], titles]
}

function portsFor(name: string): DocumentPorts {
  const host = studioHost()
  return {
    read: () => host.files(name),
    usedNames: () => host.usedNames(name),
    save: (request) => host.save(name, request),
    storage: host.storage(),
    tab: thisTab,
    otherTabs,
    later: (task, ms) => {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    },
  }
}
