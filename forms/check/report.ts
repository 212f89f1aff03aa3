import type { Finding } from '../source/finding.ts'
import { ruleText, say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'

export type ReportFormat = 'text' | 'json' | 'github'

export const reportFormats: readonly ReportFormat[] = ['text', 'json', 'github']

/** The findings in a format for readers, programs or the annotations of a code host. */
export function report(findings: readonly Finding[], format: ReportFormat, language: Language): string {
  switch (format) {
    case 'json':
      return JSON.stringify(findings, null, 2)
    case 'github':
      return findings.map((finding) => githubLine(finding, language)).join('\n')
    case 'text':
      return findings.map((finding) => textLines(finding, language)).join('\n')
  }
}

function textLines({ file, line, column, rule, severity, message, pointer }: Finding, language: Language): string {
  const place = pointer === '' ? '' : `  ${pointer}`
  return `${file}:${line}:${column} ${say(severity, language)} [${rule}]${place}\n    ${message}`
}

function escapeData(text: string) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
function escapeProperty(text: string) {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

function githubLine({ file, line, column, rule, severity, message }: Finding, language: Language): string {
  const title = escapeProperty(`${rule}: ${ruleText(rule, language).title}`)
  return `::${severity} file=${escapeProperty(file)},line=${line},col=${column},title=${title}::${escapeData(message)}`
}
