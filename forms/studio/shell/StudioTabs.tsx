import { Alert, Tabs } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { FormFiles } from '../../edit/commands.ts'
import type { FormNode } from '../../edit/form-tree.ts'
import { TaskEnded } from '../../preview/guarded-tasks.ts'
import type { PreviewForm } from '../../preview/preview-library.ts'
import { ChangesPanel } from '../ChangesPanel.tsx'
import { FeesPanel } from '../FeesPanel.tsx'
import { pathAt } from '../json/json-places.ts'
import { JsonTab } from '../json/JsonTab.tsx'
import type { JsonPlace } from '../json/JsonPanel.tsx'
import type { BrokenPlace } from '../json/readable-files.ts'
import { ProblemsPanel } from '../ProblemsPanel.tsx'
import type { Finding } from '../ProblemsPanel.tsx'
import css from '../Studio.module.css'
import { SamplesPanel } from '../samples/SamplesPanel.tsx'
import { ServicePanel } from '../ServicePanel.tsx'
import type { StudioDocument } from '../studio-document.ts'
import { studioHost } from '../studio-host.ts'
import type { Say, StudioLanguage } from '../studio-texts.ts'
import { TextsPanel } from '../TextsPanel.tsx'
import { studioTabs } from './studio-address.ts'
import type { StudioTab } from './studio-address.ts'
import { noFindings, uncheckedState } from './use-checked-form.ts'

type Props = {
  name: string
  document: StudioDocument
  /** Counts the versions that this page has published. */
  published: number
  /** The files as they are typed, and the last valid text of each. */
  texts: FormFiles
  files: FormFiles
  tree: readonly FormNode[] | null
  checked: PreviewForm | null
  /** The places at which a text has been invalid for longer than a moment. */
  broken: BrokenPlace | null
  tab: StudioTab
  /** The place that the JSON editor shows. */
  place: JsonPlace | null
  language: StudioLanguage
  say: Say
  onTab: (tab: StudioTab) => void
  onChange: StudioDocument['change']
  placeOfFinding: (finding: Finding) => string | null
  onFinding: (finding: Finding) => void
  onFix: StudioDocument['change']
  onJson: (file: string, at: JsonPlace['at']) => void
  /** Shows where residents see a text. */
  onText: (pointer: string) => void
  onSelect: (path: string) => void
  /** Fills the preview with a valid sample. */
  onSample: (sample: string) => void
}

/** Everything about the form that is not the property of one node. */
export function StudioTabs(props: Props) {
  const { name, document: edited, published, texts, files, tree, checked, broken, tab, place, language, say } = props
  const { onTab, onChange, placeOfFinding, onFinding, onFix, onJson, onText, onSelect, onSample } = props
  const findings = checked?.findings ?? null
  const unchecked = uncheckedState(checked)
  const makeSamples = useCallback(() => {
    const add = async () => {
      await edited.flush()
      const made = await studioHost().madeSamples(name)
      if (made === null) return edited.refuse(say('samples.unusable'))
      const { branches, untaken } = made
      const count = Object.keys(made.files).length
      if (count === 0)
        return edited.refuse(say('samples.untaken', { count: untaken.length, branches, names: untaken.join(', ') }))
      onFix(say('samples.making', { count }), (before) => ({ ...before, ...made.files }))
    }
    add().catch((cause: unknown) => edited.refuse(say(cause instanceof TaskEnded ? 'tooLong' : 'samples.failed')))
  }, [edited, name, say, onFix])
  const root = useRef<HTMLDivElement>(null)
  return (
    <Tabs
      ref={root}
      className={css.tabs ?? ''}
      value={tab}
      onChange={(next) => {
        const known = studioTabs.find((one) => one === next)
        if (!known) return
        flushSync(() => onTab(known))
        // Below the properties of a question, the content of a tab would be outside of the screen.
        root.current?.scrollIntoView({ block: 'start' })
      }}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="problems">
          {findings ? say('problems', { count: findings.length }) : say('problems.unchecked')}
        </Tabs.Tab>
        <Tabs.Tab value="texts">{say('texts')}</Tabs.Tab>
        <Tabs.Tab value="samples">{say('samples')}</Tabs.Tab>
        <Tabs.Tab value="fees">{say('fees')}</Tabs.Tab>
        <Tabs.Tab value="service">{say('service')}</Tabs.Tab>
        <Tabs.Tab value="json">{say('json')}</Tabs.Tab>
        <Tabs.Tab value="changes">{say('changes')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="problems" pt="sm">
        {unchecked ? (
          <Alert color="red" title={say('unchecked.title')} role="alert">
            {say(`shown.${unchecked}`)}
          </Alert>
        ) : (
          <ProblemsPanel
            folder={checked?.folder ?? ''}
            findings={findings}
            say={say}
            placeOf={placeOfFinding}
            onSelect={onFinding}
            onJson={onJson}
            onFix={onFix}
            onMakeSamples={makeSamples}
          />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="texts" pt="sm">
        <TextsPanel
          files={files}
          language={language}
          say={say}
          onChange={onChange}
          usedNames={edited.usedNames}
          onShow={onText}
        />
      </Tabs.Panel>
      <Tabs.Panel value="samples" pt="sm">
        {checked && (
          <SamplesPanel
            name={name}
            files={files}
            checked={checked}
            say={say}
            beforeMake={() => edited.flush()}
            onChange={onChange}
            onShow={onSample}
          />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="fees" pt="sm">
        {tree && <FeesPanel files={files} tree={tree} language={language} say={say} onChange={onChange} />}
      </Tabs.Panel>
      <Tabs.Panel value="service" pt="sm">
        <ServicePanel files={files} say={say} onChange={onChange} />
      </Tabs.Panel>
      <Tabs.Panel value="changes" pt="sm">
        <ChangesPanel name={name} published={published} say={say} language={language} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="sm">
        <JsonTab
          document={edited}
          files={Object.keys(texts)}
          folder={checked?.folder ?? ''}
          findings={findings ?? noFindings}
          broken={broken}
          place={place}
          language={language}
          say={say}
          onSelect={(file, offset) => {
            const path = pathAt(tree ?? [], edited.state().files, file, offset)
            if (path !== null) onSelect(path)
          }}
        />
      </Tabs.Panel>
    </Tabs>
  )
}
