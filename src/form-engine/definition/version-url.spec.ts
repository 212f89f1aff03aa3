import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formFiles } from '../../starter/portal-start.ts'

it('the files of a form are below the folder of its service, whatever the services name as its version', () => {
  const form = { formsBase: '/forms/', tenantId: 'acme', serviceId: 'waste', type: 'individual' }
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('../../../../x', '..', '//evil.test', '?')), (formVersion) => {
      const services = [{ serviceId: 'waste', forms: [{ type: 'individual', formVersion }] }]
      for (const file of formFiles(services, form, 'ja')) {
        expect(new URL(file, 'https://portal.test').pathname).toMatch(/^\/forms\/acme\/waste\//)
      }
    }),
  )
})
