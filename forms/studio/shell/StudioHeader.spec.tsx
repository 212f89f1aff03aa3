import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { StudioHeader } from './StudioHeader.tsx'
import type { Say } from '../studio-texts.ts'
import { renderPart } from '../../testing/render-part.tsx'

const say: Say = (key, values = {}) => [key, ...Object.values(values)].join(' ')
const nothing = vi.fn<() => void>()

function showHeader(formTitle: string, errors: number | null = 0) {
  renderPart(
    <StudioHeader
      name="minato-city/dog-licence/individual"
      formTitle={formTitle}
      titles={{}}
      names={['minato-city/dog-licence/individual', 'minato-city/other/individual']}
      toUndo={null}
      toRedo={null}
      save="saved"
      language="ja"
      say={say}
      onOpen={nothing}
      onNew={nothing}
      onUndo={nothing}
      onRedo={nothing}
      onLanguage={nothing}
      form={{ errors, panel: 'structure', onPanel: nothing, onPublish: nothing, onFindings: nothing }}
    />,
  )
  return screen.getByRole('combobox', { name: 'form' })
}

it('names the open form by its title, with its place', () => {
  expect(showHeader('犬の登録')).toHaveValue('form.titled 犬の登録 minato-city/dog-licence/individual')
})

it('names the open form by its place while it has no title', () => {
  expect(showHeader('')).toHaveValue('minato-city/dog-licence/individual')
})

it('claims no number of errors before the form is checked', () => {
  showHeader('犬の登録', null)
  expect(screen.getByText('checking')).toBeVisible()
  expect(screen.queryByText(/^errors/)).toBeNull()
})
