import { beforeEach, describe, expect, it } from 'vitest'
import { changeLanguage, currentLanguage, hasTexts, loadTexts, texts } from './texts.ts'

beforeEach(() => changeLanguage('ja'))

describe('texts', () => {
  it('the texts of the first page are available from the start, and the others on request', async () => {
    expect(hasTexts('ja', 'critical')).toBe(true)
    expect(hasTexts('ja', 'login')).toBe(true)
    await loadTexts('ja', 'tenant-state')
    expect(texts.getFixedT('ja', 'tenant-state')('maintenance.title')).toBe('メンテナンス中です')
  })
  it('changeLanguage switches all loaded namespaces', async () => {
    await loadTexts('ja', 'tenant-state')
    await changeLanguage('en')
    expect(currentLanguage()).toBe('en')
    expect(texts.getFixedT('en', 'tenant-state')('maintenance.title')).toBe('Under maintenance')
  })
  it('the texts are in the language that was chosen last, in whatever order the files arrive', async () => {
    await loadTexts('ja', 'charges')
    const [english, japanese] = await Promise.all([changeLanguage('en'), changeLanguage('ja')])
    expect([english, japanese]).toEqual([false, true])
    expect(currentLanguage()).toBe('ja')
  })
  it('the texts show a hostile value as text', async () => {
    await loadTexts('ja', 'common')
    const t = texts.getFixedT('ja', 'common')
    for (const value of ['<img src=x onerror=alert(1)>', '{{errorId}}', '$t(button.close)', '__proto__']) {
      expect(t('error.reference', { errorId: value })).toContain(value)
    }
  })
})
