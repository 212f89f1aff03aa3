import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from '../../form-model/definition.ts'
import { routePatterns } from '../../src/paths.ts'
import { chargeIdOf, firstOrder, orderIdOf } from './demo-state.ts'
import { demoTenant } from './demo-tenant.ts'

/** For as many applications of a visitor there is a file. */
const orderCount = 20

/** The addresses of the demo's pages, so that a file server has a file for a page that is reloaded. */
export function demoPages(forms: string): string[] {
  const { services } = JSON.parse(readFileSync(path.join(forms, demoTenant, 'manifest.json'), 'utf8')) as Manifest
  const numbers = Array.from({ length: orderCount }, (_, index) => firstOrder + index)
  const values: { [parameter: string]: string[] } = {
    tenantId: [demoTenant],
    serviceId: Object.keys(services),
    type: [...new Set(Object.values(services).flatMap(({ types }) => Object.keys(types)))],
    orderId: numbers.map(orderIdOf),
    chargeId: numbers.map(chargeIdOf),
    // There are no mails.
    confirmationId: [],
  }
  return Object.values(routePatterns)
    .flatMap(({ pattern }) =>
      pattern
        .split('/')
        .slice(1)
        .reduce<string[]>(
          (places, part) =>
            places.flatMap((place) =>
              (part.startsWith(':') ? (values[part.slice(1)] ?? []) : [part]).map((segment) => `${place}/${segment}`),
            ),
          [''],
        ),
    )
    .filter((place) => place !== '/')
}
