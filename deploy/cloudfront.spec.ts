import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { cloudFrontTemplate } from './cloudfront.ts'
import { securityHeaders } from './headers.ts'
import type { HeaderConfig } from './headers.ts'
import { siteRequests } from './site-requests.ts'
import { templateFindings } from './testing/template-findings.ts'
import type { Template } from './testing/template-findings.ts'

const config = JSON.parse(readFileSync(path.join(import.meta.dirname, 'config.example.json'), 'utf8')) as HeaderConfig
const template = JSON.parse(cloudFrontTemplate(config)) as Required<Template>

describe('the CloudFront function of the template', () => {
  const code = template.Resources.PageFallback?.Properties.FunctionCode as string

  it.each(siteRequests)('sends $name ($path) to the object of the table', ({ path: requested, expected, exists }) => {
    const uri = requested.replace(/\?.*$/, '')
    const result: unknown = runInNewContext(`${code}; handler({ request: { uri: ${JSON.stringify(uri)} } }).uri`)
    const isDocument = expected.body === 'index' || uri === '/'
    expect(result).toBe(isDocument ? '/index.html' : exists === true ? '/refused' : uri)
  })
})

describe('the CloudFormation template', () => {
  it('matches the resource schemas that AWS publishes for CloudFront', async () => {
    expect(await templateFindings(template)).toEqual([])
  })

  it('answers as the hosts of single tenants, too', () => {
    const hosts = ['apply.example.jp']
    expect(cloudFrontTemplate({ ...config, tenants: { 'minato-city': { hosts } } })).toMatch(
      /"Aliases": \[\s*\{\s*"Ref": "Domain"\s*\},\s*"apply\.example\.jp"\s*\]/,
    )
  })

  it('references only what it defines', () => {
    const known = new Set([...Object.keys(template.Parameters), ...Object.keys(template.Resources)])
    const text = JSON.stringify(template)
    const named = [
      ...[...text.matchAll(/"Ref":"([^":]+)"/g)].map(([, name = '']) => name),
      ...[...text.matchAll(/"Fn::GetAtt":\["([^"]+)"/g)].map(([, name = '']) => name),
      ...[...text.matchAll(/\$\{(\w+)(?:\.\w+)?\}/g)].map(([, name = '']) => name),
    ]
    expect(named.length).toBeGreaterThan(10)
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
  })

  it('sets every header of the table, and no-store if an object has no Cache-Control', () => {
    const policy = JSON.stringify(template.Resources.HeadersPolicy)
    const {
      'Strict-Transport-Security': transport,
      'X-Content-Type-Options': sniff,
      ...plain
    } = securityHeaders(config)
    expect(transport).toBe('max-age=86400')
    expect(sniff).toBe('nosniff')
    expect(policy).toContain('"AccessControlMaxAgeSec":86400')
    expect(policy).toContain('"ContentTypeOptions":{"Override":true}')
    for (const value of Object.values(plain)) expect(policy).toContain(JSON.stringify(value))
    expect(policy).toContain('{"Header":"Cache-Control","Value":"no-store","Override":false}')
  })

  it('lets S3 answer 404 for a missing file, and does not cache that response', () => {
    expect(JSON.stringify(template.Resources.BucketPolicy)).toContain('"s3:ListBucket"')
    expect(JSON.stringify(template.Resources.Distribution)).toContain('{"ErrorCode":404,"ErrorCachingMinTTL":0}')
  })
})
