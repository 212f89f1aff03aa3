import { readFile } from 'node:fs/promises'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { spokenLanguage } from '../../../form-model/language-tag.ts'
import { changeLanguage, currentLanguage, languageName, loadTexts, texts } from '../../i18n/texts.ts'
import { nounValues } from '../../i18n/use-text.ts'
import type { Namespace } from '../../i18n/catalogue.ts'
import { languages } from '../../lib/language.ts'
import type { Language } from '../../lib/language.ts'
import {
  consultation,
  consultationAnswers,
  currentVersion,
  footButton,
  heading,
  leaveDraft,
  provideForms,
  startApplying,
} from './testing/open-form.tsx'
import type { Applying } from './testing/open-form.tsx'

let portal: Applying | null = null
afterEach(async () => {
  await portal?.stop()
  portal = null
  await changeLanguage('ja')
})

async function textsOf(language: Language, namespace: Namespace) {
  await loadTexts(language, namespace)
  return (key: string) => texts.getFixedT(language, namespace)(key, nounValues(language, 'application', 'application'))
}

async function titleOf(language: Language): Promise<string> {
  const version = await currentVersion('childcare-consultation')
  const folder = `.local/forms/minato-city/childcare-consultation/individual/${version}`
  return (JSON.parse(await readFile(`${folder}/texts.${language}.json`, 'utf8')) as { title: string }).title
}

/** The link to a place on the page. */
async function linkTo(place: string): Promise<HTMLElement> {
  const isThere = (link: HTMLElement) => link.getAttribute('href')?.includes(place) === true
  return waitFor(() => {
    const [found] = screen.queryAllByRole('link').filter(isThere)
    if (found === undefined) throw new Error(`No link leads to ${place}`)
    return found
  })
}

describe.each(languages)('in %s', (language) => {
  it('a resident chooses the language, reads about a procedure, applies, and finds the application', async () => {
    const started = (portal = await startApplying())
    const { user, router } = started
    await provideForms(started.queryClient, language)
    await leaveDraft(started, 'childcare-consultation', consultationAnswers)
    await started.open('/minato-city/applicationlist')
    const switcher = await screen.findByRole('group', { name: '表示言語' })
    await user.click(within(switcher).getByRole('button', { name: languageName(language) }))
    await waitFor(() => expect(currentLanguage()).toBe(language))
    expect(document.documentElement.lang).toBe(spokenLanguage(language))

    const services = await textsOf(language, 'services')
    await heading(services('list.title'))
    await user.click(await linkTo('/procedures/childcare-consultation'))
    expect(await screen.findByText(services('about.before'))).toBeVisible()

    await act(() => router.navigate(`${consultation}?step=review`))
    const apply = await textsOf(language, 'apply')
    await heading(apply('review.title'))
    expect(screen.getAllByText(await titleOf(language))[0]).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: apply('review.consent') }))
    await user.click(footButton(apply('review.send')))
    await waitFor(() => expect(started.orders()).toHaveLength(1))

    const orders = await textsOf(language, 'orders')
    await act(() => router.navigate('/minato-city/applicationhistory'))
    await heading(orders('history.title'))
    expect(await linkTo(`/history-details/${started.orders()[0]?.orderId ?? ''}`)).toBeVisible()
  })
})
