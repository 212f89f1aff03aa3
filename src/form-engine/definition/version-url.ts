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
  return [formsBase.replace(/\/$/, ''), ...[tenantId, serviceId, type, formVersion].map(encodeURIComponent)].join('/')
}
