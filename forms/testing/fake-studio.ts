import { portalTexts } from '../source/portal-texts.ts'
import { connectStudio } from '../studio/studio-host.ts'
import type { StudioHost } from '../studio/studio-host.ts'

/** Connects a studio without forms; what is not given fails. */
export function connectFakeStudio(given: Partial<StudioHost>): void {
  const unexpected = () => Promise.reject(new Error('The test has not prepared this'))
  connectStudio({
    form: () => Promise.resolve(null),
    tenant: () => Promise.resolve(null),
    tenants: () => Promise.resolve([]),
    publishedTenant: () => Promise.resolve({}),
    addresses: () => Promise.resolve([]),
    onFormsChanged: () => () => undefined,
    built: '/built',
    names: () => Promise.resolve([]),
    portalTexts: () => Promise.resolve(portalTexts()),
    titles: () => Promise.resolve({}),
    files: unexpected,
    listUses: () => Promise.resolve({}),
    usedNames: () => Promise.resolve([]),
    save: unexpected,
    templates: unexpected,
    create: unexpected,
    importForm: unexpected,
    publish: unexpected,
    history: unexpected,
    takeStep: unexpected,
    changePlan: unexpected,
    changes: () => Promise.resolve({ kind: 'never-published' }),
    approval: unexpected,
    madeSamples: unexpected,
    pageAddress: () => 'about:blank',
    storage: () => window.localStorage,
    ...given,
  })
}
