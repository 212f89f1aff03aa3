import path from 'node:path'

/** The parts of a form's name, which are the last three folders of its path. */
export function formNameParts(folder: string): { tenantId: string; serviceId: string; type: string } {
  const [tenantId = '', serviceId = '', type = ''] = path.resolve(folder).split(path.sep).slice(-3)
  return { tenantId, serviceId, type }
}

/** `tenant/service/type` */
export function formNameOf(folder: string): string {
  return Object.values(formNameParts(folder)).join('/')
}
