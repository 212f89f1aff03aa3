import { mailedLinkLoader } from '../fields/MailedLink.tsx'

export { Component } from './PasswordResetPage.tsx'

export const loader = mailedLinkLoader('password_reset')
