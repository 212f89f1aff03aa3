import { arrayOf, recordOf } from '../../form-model/record.ts'

/** The pointers of the conditions over the whole answers in a form.json; not at each of them is one. */
export function conditionPlaces(form: unknown): string[] {
  const { steps, requiredWhen, fee } = recordOf(form)
  return [
    ...arrayOf(steps).map((_, index) => `/steps/${index}/visibleWhen`),
    ...arrayOf(requiredWhen).map((_, index) => `/requiredWhen/${index}/when`),
    ...arrayOf(recordOf(fee).lines).flatMap((_, index) => [
      `/fee/lines/${index}/when`,
      `/fee/lines/${index}/exempt/when`,
    ]),
    '/delivery/when',
  ]
}
