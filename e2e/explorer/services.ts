import { roadOccupancy } from '../files/documents.ts'
import { certificate, consultation, waterStart } from '../support/ready-application.ts'
import type { Application } from '../support/ready-application.ts'

/** A service that the explorer applies for. */
export type ExploredService = {
  tenantId: string
  serviceId: string
  type: 'individual' | 'corporate'
  /** The step with a free-text field, and the id of that field. */
  textStep: string
  textField: string
  /** A version of the form may lack that field, because it is optional and in no group. */
  isTextOptional?: boolean
  /** The step with a file field, if there is one. */
  filesStep?: string
  /** Complete answers with a text in that field. */
  complete: (text: string) => Application
}

export const services: readonly ExploredService[] = [
  {
    tenantId: 'minato-city',
    serviceId: 'childcare-consultation',
    type: 'individual',
    textStep: 'consultation',
    textField: 'consultation.details',
    isTextOptional: true,
    complete: (text) => consultation(text),
  },
  {
    tenantId: 'minato-city',
    serviceId: 'residence-certificate',
    type: 'individual',
    textStep: 'applicant',
    textField: 'applicant.address.building',
    complete: (text) => withBuilding(certificate(), 'applicant', 'address', text),
  },
  {
    tenantId: 'minato-city',
    serviceId: 'road-occupancy',
    type: 'corporate',
    textStep: 'occupancy',
    textField: 'occupancy.purpose',
    filesStep: 'documents',
    complete: (text) => withPurpose(text),
  },
  {
    tenantId: 'aozora-water',
    serviceId: 'water-start',
    type: 'individual',
    textStep: 'place',
    textField: 'place.premises.building',
    complete: (text) => withBuilding(waterStart(), 'place', 'premises', text),
  },
]

export function servicesOf(tenantId: string): ExploredService[] {
  return services.filter((service) => service.tenantId === tenantId)
}

/** The service whose form or order page has this path. */
export function serviceOf(path: string): ExploredService | null {
  if (!/^\/(?:application|order\/(?:payment|shippingaddress))\//.test(path)) return null
  return services.find(({ serviceId }) => path.includes(`/${serviceId}`)) ?? null
}

/** The field of a version that has renamed it. */
export function renamed(field: string): string {
  return `${field}2`
}

/** All answers except the drawings, which the resident has to upload. */
function withPurpose(purpose: string): Application {
  const application = roadOccupancy()
  const { occupancy } = application.answers
  return { ...application, answers: { ...application.answers, occupancy: { ...occupancy, purpose } } }
}

function withBuilding(application: Application, step: string, field: string, building: string): Application {
  const answers = application.answers[step]
  const address = answers?.[field]
  if (typeof address !== 'object' || address === null) throw new Error(`The step ${step} has no ${field}`)
  return {
    ...application,
    answers: { ...application.answers, [step]: { ...answers, [field]: { ...address, building } } },
  }
}
