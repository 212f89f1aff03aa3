import { mailedLinkLoader } from '../../identity/fields/MailedLink.tsx'

export { Component } from './RegistrationPage.tsx'

export const loader = mailedLinkLoader('registration')
