import { use } from 'react'
import { ActionIcon, Badge, Button, Group, SegmentedControl, Select, Text, Title } from '@mantine/core'
import css from '../Studio.module.css'
import { publishKey } from './publish-key.ts'
import { StudioExtrasContext } from './studio-extras.ts'
import type { DocumentState } from '../studio-document.ts'
import type { Say, StudioLanguage } from '../studio-texts.ts'
import type { StudioView } from './studio-controller.ts'

type Props = Pick<DocumentState, 'toUndo' | 'toRedo' | 'save'> & {
  name: string
  /** The title of the form; empty while it has none. */
  formTitle: string
  names: readonly string[]
  /** The titles of the forms, by name. */
  titles: { readonly [name: string]: string }
  /** Null until the form is checked for the first time. */
  errors: number | null
  panel: StudioView['pane']
  language: StudioLanguage
  say: Say
  onOpen: (name: string) => void
  onNew: () => void
  onUndo: () => void
  onRedo: () => void
  onPanel: (panel: StudioView['pane']) => void
  onLanguage: (language: StudioLanguage) => void
  onPublish: () => void
  /** Shows the findings, which may be below the properties. */
  onFindings: () => void
}

/** The name of a form after its title, by either of which authors search for it. */
export function titledName(name: string, title: string | undefined, say: Say): string {
  return title === undefined || title === '' ? name : say('form.titled', { title, name })
}

/** Which form is open and whether it is saved, and the actions on the whole form. */
export function StudioHeader(props: Props) {
  const { name, formTitle, names, titles, toUndo, toRedo, save, errors, panel, language, say } = props
  const { onOpen, onNew, onUndo, onRedo, onPanel, onLanguage, onPublish, onFindings } = props
  const { Header } = use(StudioExtrasContext)
  return (
    <Group gap="xs" className={css.header ?? ''}>
      <Title order={1} size="h5" textWrap="nowrap" className={css.title ?? ''}>
        {say('title')}
      </Title>
      <Select
        aria-label={say('form')}
        data={names.map((one) => ({
          value: one,
          label: titledName(one, one === name ? formTitle : titles[one], say),
        }))}
        value={name}
        onChange={(next) => {
          if (next !== null && next !== name) onOpen(next)
        }}
        className={css.form ?? ''}
        searchable
      />
      <Button variant="default" onClick={onNew}>
        {say('new')}
      </Button>
      {Header && <Header language={language} />}
      {(
        [
          ['undo', toUndo, '↶', onUndo],
          ['redo', toRedo, '↷', onRedo],
        ] as const
      ).map(([what, title, arrow, onClick]) => {
        const label = title === null ? say(what) : say(`${what}.of`, { title })
        return (
          <ActionIcon
            key={what}
            variant="default"
            size="lg"
            aria-label={label}
            title={label}
            disabled={title === null}
            onClick={onClick}
          >
            {arrow}
          </ActionIcon>
        )
      })}
      <Text
        size="sm"
        c={save === 'saved' || save === 'saving' ? 'dimmed' : 'var(--studio-error)'}
        role="status"
        textWrap="nowrap"
      >
        {say(save === 'saved' || save === 'saving' ? `save.${save}` : 'save.unsaved')}
      </Text>
      <SegmentedControl
        hiddenFrom="md"
        className={css.panes ?? ''}
        aria-label={say('panel')}
        data={[
          { value: 'structure', label: say('structure') },
          { value: 'main', label: say('main') },
          { value: 'preview', label: say('preview') },
        ]}
        value={panel}
        onChange={onPanel}
      />
      <Group gap="xs" wrap="nowrap" className={css.actions ?? ''}>
        {errors === null ? (
          <Badge color="gray.7">{say('checking')}</Badge>
        ) : (
          <Button size="compact-sm" color={errors > 0 ? 'red.9' : 'teal.9'} onClick={onFindings}>
            {say('errors', { count: errors })}
          </Button>
        )}
        <Button
          variant="subtle"
          className={css.language ?? ''}
          lang={language === 'ja' ? 'en' : 'ja'}
          onClick={() => onLanguage(language === 'ja' ? 'en' : 'ja')}
        >
          {language === 'ja' ? 'English' : '日本語'}
        </Button>
        <Button
          className={css.publish ?? ''}
          aria-keyshortcuts={publishKey.aria}
          rightSection={
            <Text component="span" size="xs" visibleFrom="md" aria-hidden>
              {publishKey.written}
            </Text>
          }
          onClick={onPublish}
        >
          {say('publish')}
        </Button>
      </Group>
    </Group>
  )
}
