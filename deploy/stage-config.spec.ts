import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStageConfig } from './stage-config.ts'

const here = import.meta.dirname
const example = readFileSync(path.join(here, 'config.example.json'), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'stage-config-'))

function fileWith(text: string): string {
  const file = path.join(folder, 'config.json')
  writeFileSync(file, text)
  return file
}

function withValue(name: string, value: string): string {
  return JSON.stringify({ ...(JSON.parse(example) as object), [name]: value })
}

describe('the config.json that an operator names', () => {
  it('reads a file with a byte order mark and Windows line ends, and serves it without the mark', () => {
    const { text, config } = readStageConfig(fileWith(`\uFEFF${example.replaceAll('\n', '\r\n')}`))
    expect(config.stage).toBe('production')
    expect(JSON.parse(text)).toEqual(JSON.parse(example))
  })

  it.each([
    ['has comments', `// the stage\n${example}`, /is not valid JSON: JSON has no comments\./],
    ['ends too early', '{"stage":', /is not valid JSON: Unexpected end of JSON input\./],
    ['has forms elsewhere', example.replace('"/forms"', '"/f"'), /formsBase is not \/forms/],
    [
      'allows every card provider',
      example.replace(/"paymentHosts": \[[^\]]*\]/, '"paymentHosts": ["*"]'),
      /paymentHosts is no list of hosts/,
    ],
    ['has no id of a pool', example.replace(/(_)[A-Za-z0-9]+"/, '$1"'), /auth\.poolId is no id of a pool/],
    ...['/login/minato-city', '/minato-city/applicationlist', '/assets/reports', '/error', '/forms/reports'].flatMap(
      (place): [string, string, RegExp][] => [
        [
          `sends reports to ${place}`,
          withValue('policyReportTo', place),
          new RegExp(`policyReportTo ${place} is a page`),
        ],
        [`sends errors to ${place}`, withValue('reportTo', place), new RegExp(`reportTo ${place} is a page`)],
        [`has its API at ${place}`, withValue('apiBase', place), new RegExp(`apiBase ${place} is a page`)],
      ],
    ),
    ['has spaces in the client', example.replace(/"clientId": "/, '"clientId": " '), /auth\.clientId contains spaces/],
    ['has a wrong key', example.replace('"stage"', '"Stage"'), /stage is no text\n {2}Stage is unknown/],
  ])('refuses a config.json with the reason if it %s', (_name, text, reason) => {
    expect(() => readStageConfig(fileWith(text))).toThrow(reason)
  })

  it.each(['/csp-reports', '/app/web/reports', '/reports/policy', 'https://reports.example.jp/csp'])(
    'accepts reports to %s, which no page has',
    (place) => {
      const { config } = readStageConfig(fileWith(withValue('policyReportTo', place)))
      expect(config.policyReportTo).toBe(place)
    },
  )

  it('names a config.json that does not exist', () => {
    expect(() => readStageConfig(path.join(folder, 'missing.json'))).toThrow(/missing\.json does not exist\. Copy/)
  })
})
