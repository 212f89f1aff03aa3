import { use } from 'react'
import { ActionIcon, Badge, Button, Group, SegmentedControl, Select, Text, Title } from '@mantine/core'
import { isNameOfForm } from '../../source/form-name.ts'
import css from '../Studio.module.css'
import { publishKey } from './publish-key.ts'
import { StudioExtrasContext } from './studio-extras.ts'
import type { DocumentState } from '../studio-document.ts'
import type { Say, StudioLanguage } from '../studio-texts.ts'
import type { StudioView } from './studio-controller.ts'

type Props = Pick<DocumentState, 'toUndo' | 'toRedo' | 'save'> & {
  /** Of a form, or of a tenant without one. */
  name: string
  /** The title of the form, or the name of the tenant; empty while it has none. */
  formTitle: string
  /** What can be opened: forms, and tenants without one. */
  names: readonly string[]
  /** The titles of the forms and the names of the tenants, by what opens them. */
  titles: { readonly [name: string]: string }
  language: StudioLanguage
  say: Say
  onOpen: (name: string) => void
  onNew: () => void
  onUndo: () => void
  onRedo: () => void
  onLanguage: (language: StudioLanguage) => void
  /** What only a form has. */
  form?: OfForm
}

type OfForm = {
  /** Null until the form is checked for the first time. */
  errors: number | null
  panel: StudioView['pane']
  onPanel: (panel: StudioView['pane']) => void
  onPublish: () => void
  /** Shows the findings, which may be below the properties. */
  onFindings: () => void
}

/** The name of a form, or of a tenant without one, after its title: authors search for it by either. */
export function titledName(name: string, title: string | undefined, say: Say): string {
  const shown = title === undefined || title === '' ? name : say('form.titled', { title, name })
  return isNameOfForm(name) ? shown : say('form.none', { tenant: shown })
}

/** Which form or tenant is open and whether it is saved, and the actions on the whole form. */
export function StudioHeader(props: Props) {
  const { name, formTitle, names, titles, toUndo, toRedo, save, form, language, say } = props
  const { onOpen, onNew, onUndo, onRedo, onLanguage } = props
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
      {form && (
        <SegmentedControl
          hiddenFrom="md"
          className={css.panes ?? ''}
          aria-label={say('panel')}
          data={[
            { value: 'structure', label: say('structure') },
            { value: 'main', label: say('main') },
            { value: 'preview', label: say('preview') },
          ]}
          value={form.panel}
          onChange={form.onPanel}
        />
      )}
      <Group gap="xs" wrap="nowrap" className={css.actions ?? ''}>
        {form && form.errors === null && <Badge color="gray.7">{say('checking')}</Badge>}
        {form && form.errors !== null && (
          <Button size="compact-sm" color={form.errors > 0 ? 'red.9' : 'teal.9'} onClick={form.onFindings}>
            {say('errors', { count: form.errors })}
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
        {form && (
          <Button
            className={css.publish ?? ''}
            aria-keyshortcuts={publishKey.aria}
            rightSection={
              <Text component="span" size="xs" visibleFrom="md" aria-hidden>
                {publishKey.written}
              </Text>
            }
            onClick={form.onPublish}
          >
            {say('publish')}
          </Button>
        )}
      </Group>
    </Group>
  )
}
