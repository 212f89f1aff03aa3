import { inLanguage } from '../../form-model/language-tag.ts'
import type {
  Branding,
  AddressCandidates,
  Confirmation,
  Corporations,
  Locale,
  Registration,
  RegistrationRequest,
  Service,
  TenantInfo,
  UserReference,
} from '../../src/api/generated/api.schemas.ts'
import { isCorporateNumber } from '../../form-model/corporate-number.ts'
import { ProblemAnswer, notFound, refusedFields } from '../core/problem-answer.ts'
import type { Backend } from '../rules/backend.ts'
import type { ServiceRecord, TenantRecord } from '../core/records.ts'
import { maskedEmail, sendConfirmation, markAsUsed, validConfirmation } from '../rules/confirmations.ts'
import { fieldError } from '../rules/field-messages.ts'
import { lookUpPostalCode } from '../rules/addresses.ts'
import { alreadyRegisteredMail } from '../rules/mails.ts'
import { refuseWeakPassword } from '../rules/passwords.ts'
import { register } from '../rules/residents.ts'
import { servicesOf } from '../rules/services.ts'
import { corporations } from '../rules/corporations.ts'
import { tokyoIso } from '../../form-model/tokyo-date.ts'
import { publicOperation } from './call.ts'

export const getTenantInfo = publicOperation(({ tenant, locale }) => ({ status: 200, body: infoView(tenant, locale) }))

export const listServices = publicOperation(({ backend, tenant, locale, now }) => {
  const body: Service[] = servicesOf(backend, tenant).map((service) =>
    serviceView(backend, tenant, service, { locale, now }),
  )
  return { status: 200, body }
})

export const getConfirmation = publicOperation(({ backend, tenant, path, now }) => {
  const confirmation = backend.confirmations.find(tenant.tenantId, path('confirmationId'))
  if (confirmation === null) throw notFound()
  const { type, usedAt, expiresAt, email, form } = confirmation
  const body: Confirmation = {
    type,
    status: usedAt !== undefined ? 'USED' : now >= expiresAt ? 'EXPIRED' : 'VALID',
    expiresAt: tokyoIso(expiresAt),
    maskedEmail: maskedEmail(email),
    ...form,
  }
  return { status: 200, body }
})

export const requestRegistration = publicOperation<RegistrationRequest>(({ backend, tenant, body, query }) => {
  const { tenantId } = tenant
  if (backend.residents.findByEmail(tenantId, body.email) === null) {
    const [serviceId, formType] = [query.get('serviceId'), query.get('formType')]
    const chosen = serviceId === null || formType === null ? {} : { form: { serviceId, formType } }
    sendConfirmation(backend, { tenantId, type: 'registration', email: body.email, ...chosen })
    return { status: 202 }
  }
  if (tenant.revealsRegistered) throw new ProblemAnswer(409, 'SE_RG_0001')
  alreadyRegisteredMail(backend, tenantId, body.email)
  return { status: 202 }
})

export const completeRegistration = publicOperation<Registration>(({ backend, tenant, body, locale }) => {
  const { tenantId } = tenant
  const confirmation = validConfirmation(backend, tenantId, body.confirmationId, 'registration')
  if (!(['terms', 'privacy'] as const).every((agreement) => body.agreements.includes(agreement)))
    throw refusedFields([fieldError('/agreements', 'required', locale)])
  refuseWeakPassword(body.password, locale)
  if (backend.residents.findByEmail(tenantId, confirmation.email) !== null) throw new ProblemAnswer(409, 'SE_RG_0001')
  const resident = register(backend, {
    tenantId,
    email: confirmation.email,
    password: body.password,
    profile: body.profile,
  })
  markAsUsed(backend, confirmation)
  const answer: UserReference = { userId: resident.userId }
  return { status: 201, body: answer }
})

export const lookUpAddress = publicOperation(async ({ query }) => {
  const items = await lookUpPostalCode(query.get('postalCode') ?? '')
  if (items.length === 0) throw notFound()
  const body: AddressCandidates = { items }
  return { status: 200, body }
})

export const lookUpCorporation = publicOperation(({ path, locale }) => {
  const number = path('corporateNumber')
  if (!isCorporateNumber(number)) throw refusedFields([fieldError('/corporateNumber', 'corporate-check-digit', locale)])
  const items = corporations.filter(({ corporateNumber }) => corporateNumber === number)
  if (items.length === 0) throw notFound()
  const body: Corporations = { items: [...items] }
  return { status: 200, body }
})

function infoView(tenant: TenantRecord, locale: Locale): TenantInfo {
  const { suspendAt, restartAt, preSuspendedMessage } = tenant
  const maintenance = {
    ...(suspendAt === undefined ? {} : { suspendTimerConfig: tokyoIso(suspendAt) }),
    ...(restartAt === undefined ? {} : { restartTimerConfig: tokyoIso(restartAt) }),
    ...(preSuspendedMessage === undefined ? {} : { preSuspendedMessage: inLanguage(preSuspendedMessage, locale) }),
  }
  return {
    tenantId: tenant.tenantId,
    state: tenant.state,
    features: { webApplication: { enabled: tenant.webApplication } },
    ...(Object.keys(maintenance).length === 0 ? {} : { maintenance }),
    branding: brandingView(tenant, locale),
  }
}

function brandingView({ displayName, branding: { contact, ...branding } }: TenantRecord, locale: Locale): Branding {
  const view = { displayName: inLanguage(displayName, locale), ...branding }
  if (contact === undefined) return view
  const { hours, ...ways } = contact
  return { ...view, contact: { ...ways, ...(hours === undefined ? {} : { hours: inLanguage(hours, locale) }) } }
}

function serviceView(
  backend: Pick<Backend, 'forms'>,
  { tenantId }: TenantRecord,
  service: ServiceRecord,
  { locale, now }: { locale: Locale; now: number },
): Service {
  const { serviceId, stopAt, opensAt, closesAt } = service
  const isClosed = (stopAt !== undefined && now >= stopAt) || (closesAt !== undefined && now > closesAt)
  return {
    serviceId,
    name: inLanguage(service.name, locale),
    summary: inLanguage(service.summary, locale),
    category: inLanguage(service.category, locale),
    ...(service.words === undefined ? {} : { words: service.words }),
    ...(stopAt === undefined ? {} : { serviceStopAt: tokyoIso(stopAt) }),
    acceptance: {
      state: isClosed ? 'CLOSED' : opensAt !== undefined && now < opensAt ? 'NOT_YET' : 'OPEN',
      ...(opensAt === undefined ? {} : { opensAt: tokyoIso(opensAt) }),
      ...(closesAt === undefined ? {} : { closesAt: tokyoIso(closesAt) }),
    },
    fee: service.fee,
    needsShipping: service.needsShipping,
    ...(service.orderNoun === undefined ? {} : { orderNoun: service.orderNoun }),
    // A form that is not published cannot be filled in, so it is not offered.
    forms: service.forms.flatMap(({ type, title }) => {
      const formVersion = backend.forms.currentVersion(tenantId, serviceId, type)
      return formVersion === null ? [] : [{ type, title: inLanguage(title, locale), formVersion }]
    }),
  }
}
