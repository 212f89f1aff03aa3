import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRecord } from '../form-model/record.ts'
import { templateFindings } from './testing/template-findings.ts'
import type { Template } from './testing/template-findings.ts'

const template = JSON.parse(readFileSync(path.join(import.meta.dirname, 'user-pool.template.json'), 'utf8')) as Template
const page = readFileSync(path.join(import.meta.dirname, '../docs/identity.md'), 'utf8')
const section = page.slice(page.indexOf('## Pool and client'), page.indexOf('`config.json`:'))

/** `Resource.Property.Name` and its value, for each setting that does not depend on the account. */
function settingsOf(value: unknown, place: string): [string, unknown][] {
  if (!isRecord(value)) return [[place, value]]
  if (Object.hasOwn(value, 'Ref')) return []
  return Object.entries(value).flatMap(([name, each]) => settingsOf(each, `${place}.${name}`))
}

const settings = Object.entries(template.Resources).flatMap(([name, { Properties }]) => settingsOf(Properties, name))
const documented = [...section.matchAll(/`((?:Pool|Client)\.[\w.]+): ([^`]+)`/g)].map(([, place = '', value = '']) => [
  place,
  JSON.parse(value) as unknown,
])

describe('the template of the user pool', () => {
  it('matches the resource schemas that AWS publishes for Cognito', async () => {
    expect(await templateFindings(template)).toEqual([])
  })

  it('contains exactly the settings that docs/identity.md explains', () => {
    expect(settings.length).toBeGreaterThan(20)
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(settings))
  })

  it.each([
    ['a misspelt property', { CaseSensitiv: true }, 'Pool.UsernameConfiguration.CaseSensitiv is unknown'],
    ['a value of another type', { CaseSensitive: 'yes' }, 'Pool.UsernameConfiguration.CaseSensitive is not a boolean'],
  ])('finds %s in a template', async (_name, UsernameConfiguration, finding) => {
    const Pool = { Type: 'AWS::Cognito::UserPool', Properties: { UsernameConfiguration } }
    expect(await templateFindings({ Resources: { Pool } })).toContain(finding)
  })

  it('finds missing properties, unknown types and unknown attributes in a template', async () => {
    const findings = await templateFindings({
      Resources: {
        Client: { Type: 'AWS::Cognito::UserPoolClient', Properties: {} },
        Other: { Type: 'AWS::Cognito::Pool', Properties: {} },
        Third: { Type: 'AWS::Cognito::UserPoolClient', Properties: { UserPoolId: { 'Fn::GetAtt': ['Client', 'Id'] } } },
      },
    })
    expect(findings).toEqual([
      'Client.UserPoolId is missing',
      'Other: AWS::Cognito::Pool is unknown',
      'Third.UserPoolId: Client has no attribute Id',
    ])
  })
})
