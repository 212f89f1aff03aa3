import { withoutSlash } from '../../lib/fetch-config.ts'

export type FormAddress = {
  /** Base address of built forms, e.g. `/forms`. */
  formsBase: string
  tenantId: string
  serviceId: string
  type: string
  formVersion: string
}

/** The address of the files of a published version. */
export function versionUrl({ formsBase, tenantId, serviceId, type, formVersion }: FormAddress): string {
  return [withoutSlash(formsBase), ...[tenantId, serviceId, type, formVersion].map(encodeURIComponent)].join('/')
}
