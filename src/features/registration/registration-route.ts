import { mailedLinkLoader } from '../../identity/fields/MailedLink.tsx'

export { Component } from './RegistrationPage.tsx'
export { revalidatesNoSearch as shouldRevalidate } from '../../lib/revalidation.ts'

export const loader = mailedLinkLoader('registration')
