import { mailedLinkLoader } from '../../identity/fields/MailedLink.tsx'

export { Component } from './EmailChangePage.tsx'

export const loader = mailedLinkLoader('email_change')
