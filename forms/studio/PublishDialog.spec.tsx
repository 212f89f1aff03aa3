import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { PreviewForm } from '../preview/preview-library.ts'
import { connectFakeStudio } from '../testing/fake-studio.ts'
import { StudioPreview } from './StudioPreview.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import type { Say } from './studio-texts.ts'

const say: Say = (key) => key
const form: PreviewForm = {
  name: 'town/dogs/individual',
  formVersion: null,
  shown: 'nothing',
  steps: [],
  samples: [],
  findings: [],
  folder: '/forms/dogs',
}

function openDialog(isUndrawn: boolean) {
  render(
    <MantineProvider env="test">
      <PublishDialog
        name={form.name}
        errors={0}
        isUndrawn={isUndrawn}
        warnings={0}
        publication={{ kind: 'asked' }}
        language="ja"
        say={say}
        onPublish={() => undefined}
        onFindings={() => undefined}
        onClose={() => undefined}
      />
    </MantineProvider>,
  )
}

it('offers to publish a form without errors', async () => {
  openDialog(false)
  expect(await screen.findByRole('button', { name: 'publish' })).toBeEnabled()
})

it('does not offer to publish a form that the preview cannot show, and says why', async () => {
  openDialog(true)
  expect(await screen.findByText('publish.undrawn')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'publish' })).toBeNull()
})

it('learns from the preview which version it cannot show', () => {
  const undrawn: string[] = []
  connectFakeStudio({})
  render(
    <MantineProvider env="test">
      <StudioPreview
        form={form}
        tree={[]}
        selected=""
        showsAbout={false}
        answers="empty"
        say={say}
        onSelect={() => undefined}
        onAnswers={() => undefined}
        onUndrawn={(version) => undrawn.push(version)}
      />
    </MantineProvider>,
  )
  const data = { kind: 'undrawn', formVersion: '0123456789ab' }
  window.dispatchEvent(new MessageEvent('message', { origin: window.location.origin, data }))
  window.dispatchEvent(new MessageEvent('message', { origin: 'https://example.com', data }))
  expect(undrawn).toEqual(['0123456789ab'])
})
