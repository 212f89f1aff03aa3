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
      return groupsOf(findings)
        .map((group) => textLines(group, language))
        .join('\n')
  }
}

/** Errors before warnings, and the same message in the same file once. */
function groupsOf(findings: readonly Finding[]): [Finding, ...Finding[]][] {
  const groups = new Map<string, [Finding, ...Finding[]]>()
  for (const severity of ['error', 'warning'] as const) {
    for (const finding of findings.filter((one) => one.severity === severity)) {
      const key = JSON.stringify([finding.file, finding.rule, finding.message])
      const group = groups.get(key)
      if (group) group.push(finding)
      else groups.set(key, [finding])
    }
  }
  return [...groups.values()]
}

/** Lines that are named of a message in many places. */
const maxPlaces = 20

function textLines([first, ...others]: [Finding, ...Finding[]], language: Language): string {
  const { file, line, column, rule, severity, message, pointer } = first
  const place = pointer === '' ? '' : `  ${pointer}`
  const lines = others.slice(0, maxPlaces).map((other) => `${other.line}:${other.column}`)
  const more = others.length > maxPlaces ? ', …' : ''
  const also =
    others.length === 0 ? '' : say('also-at', language, { count: others.length, lines: lines.join(', ') + more })
  return [
    `${file}:${line}:${column} ${say(severity, language)} [${rule}]${place}`,
    message,
    ...(also === '' ? [] : [also]),
  ].join('\n    ')
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
