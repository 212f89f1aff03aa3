import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { changeLanguage, loadNamespaces } from '../../../i18n/texts.ts'
import { languages } from '../../../lib/language.ts'
import { ComponentsPage } from './ComponentsPage.tsx'
import { examples } from './examples.tsx'
import { widgetNames, widgetStates } from './widget-form.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../{ui,fields}/**/*.tsx', '!../../../**/*.spec.tsx', '!../../../**/testing/**'],
  { eager: true },
)

describe('the page of components', () => {
  it('shows every component of ui/ and fields/', () => {
    const components = Object.values(modules)
      .flatMap((module) => Object.keys(module))
      .filter((name) => /^[A-Z]/.test(name))
    expect(components.length).toBeGreaterThan(20)
    expect(Object.keys(examples('ja')).toSorted()).toEqual(components.toSorted())
  })
  it.each(languages)('shows each component and widget in %s, each with its own ids', async (language) => {
    await changeLanguage(language)
    await loadNamespaces(['critical', 'common', 'fields', 'form-engine', 'errors'])
    const { container } = render(<ComponentsPage language={language} />)
    for (const name of Object.keys(examples(language)))
      expect(screen.getByRole('heading', { level: 2, name })).toBeInTheDocument()
    for (const state of widgetStates) {
      const section = container.querySelector(`#widgets-${state}`)
      const shown = widgetNames.filter((name) => !section?.textContent.includes(name))
      expect(shown, `widgets that are missing in the state ${state}`).toEqual([])
    }
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })
})
