import { Alert, Tabs } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import { ApprovalPanel } from '../approval/ApprovalPanel.tsx'
import { ChangesPanel } from '../ChangesPanel.tsx'
import { FeesPanel } from '../FeesPanel.tsx'
import { pathAt } from '../json/json-places.ts'
import { JsonTab } from '../json/JsonTab.tsx'
import { ProblemsPanel } from '../ProblemsPanel.tsx'
import css from '../Studio.module.css'
import { SamplesPanel } from '../samples/SamplesPanel.tsx'
import { ServicePanel } from '../ServicePanel.tsx'
import { TenantPanel } from '../tenant/TenantPanel.tsx'
import type { PreviewForm } from '../../preview/preview-library.ts'
import { TextsPanel } from '../TextsPanel.tsx'
import type { PaneProps } from './pane-props.ts'
import { studioTabs } from './studio-address.ts'
import { noFindings, uncheckedState } from './use-checked-form.ts'

const noSamples: PreviewForm['samples'] = []

/** Everything about the form that is not the property of one node. */
export function StudioTabs({ studio, view, state, form, checked, broken, language, say }: PaneProps) {
  const { name, document: edited } = studio
  const { files, tree, labelOfFinding } = form
  const findings = checked?.findings ?? null
  const unchecked = uncheckedState(checked)
  const makeSamples = useCallback(() => void studio.makeSamples(), [studio])
  const root = useRef<HTMLDivElement>(null)
  const panel = { files, language, say, onChange: studio.change }
  return (
    <Tabs
      ref={root}
      className={css.tabs ?? ''}
      value={view.tab}
      onChange={(next) => {
        const known = studioTabs.find((one) => one === next)
        if (!known) return
        flushSync(() => studio.showTab(known))
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
        <Tabs.Tab value="tenant">{say('tenant')}</Tabs.Tab>
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
            placeOf={labelOfFinding}
            onSelect={studio.showFinding}
            onJson={studio.showJson}
            onFix={studio.fix}
            onMakeSamples={makeSamples}
          />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="texts" pt="sm">
        <TextsPanel {...panel} usedNames={edited.usedNames} onShow={studio.showText} toWrite={view.textToWrite} />
      </Tabs.Panel>
      <Tabs.Panel value="samples" pt="sm">
        {checked && (
          <SamplesPanel
            {...panel}
            name={name}
            checked={checked}
            beforeMake={() => edited.flush()}
            onShow={studio.showSample}
          />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="fees" pt="sm">
        {tree && (
          <FeesPanel {...panel} tree={tree} samples={checked?.samples ?? noSamples} onShow={studio.showSample} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="service" pt="sm">
        <ServicePanel {...panel} tree={tree} />
      </Tabs.Panel>
      <Tabs.Panel value="tenant" pt="sm">
        <TenantPanel {...panel} tenantId={name.split('/')[0] ?? ''} onRefuse={(reason) => edited.refuse(reason)} />
      </Tabs.Panel>
      <Tabs.Panel value="changes" pt="sm">
        <ApprovalPanel
          name={name}
          version={checked?.shown === 'whole' ? checked.formVersion : null}
          published={view.published}
          errors={findings && findings.filter(({ severity }) => severity === 'error').length}
          language={language}
          say={say}
          beforeStep={() => edited.flush()}
        />
        <ChangesPanel name={name} published={view.published} say={say} language={language} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="sm">
        <JsonTab
          document={edited}
          files={Object.keys(state.files).filter((file) => file.endsWith('.json'))}
          folder={checked?.folder ?? ''}
          findings={findings ?? noFindings}
          broken={broken}
          place={view.place}
          language={language}
          say={say}
          onSelect={(file, offset) => {
            const path = pathAt(tree ?? [], edited.state().files, file, offset)
            if (path !== null) studio.selectFromJson(path)
          }}
          onUndo={studio.undo}
          onRedo={studio.redo}
        />
      </Tabs.Panel>
    </Tabs>
  )
}
