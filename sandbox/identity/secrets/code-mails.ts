import type { CodeMail } from '../context.ts'
import { ownerOf } from '../../core/identifiers.ts'

export type CodeReason = 'sign-in' | 'reset' | 'verify'

const texts: Record<CodeReason, { subject: string; line: string }> = {
  'sign-in': { subject: 'ログインの確認コード', line: 'ログインを続けるには、次の確認コードを入力してください。' },
  reset: {
    subject: 'パスワード再設定の確認コード',
    line: 'パスワードを再設定するには、次の確認コードを入力してください。',
  },
  verify: { subject: '連絡先の確認コード', line: '連絡先を確認するため、次の確認コードを入力してください。' },
}

export function codeMail(
  username: string,
  reason: CodeReason,
  to: string,
  channel: CodeMail['channel'],
  code: string,
): CodeMail {
  const { subject, line } = texts[reason]
  const tenantId = ownerOf(username)?.tenantId
  return {
    to,
    channel,
    ...(tenantId === undefined ? {} : { tenantId }),
    subject,
    body: `${line}\n\n確認コード：${code}\n\nお心当たりのない場合は、このメッセージを破棄してください。`,
    code,
  }
}
