import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formFiles } from '../../starter/portal-start.ts'
import { versionUrl } from './version-url.ts'

const id = fc.stringMatching(/^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/)

/** The starter has no bytes left for `versionUrl`, so it builds these addresses by itself. */
it('versionUrl is the address from which the starter fetches the files of a version', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('/forms', '/forms/'),
      id,
      id,
      id,
      id,
      (formsBase, tenantId, serviceId, type, version) => {
        const services = [{ serviceId, forms: [{ type, formVersion: version }] }]
        const folder = versionUrl({ formsBase, tenantId, serviceId, type, formVersion: version })
        expect(formFiles(services, { tenantId, serviceId, type }, formsBase, 'ja')).toEqual([
          `${folder}/definition.json`,
          `${folder}/texts.ja.json`,
          `${folder}/validator.js`,
        ])
      },
    ),
  )
})
