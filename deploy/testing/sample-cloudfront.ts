import { runInNewContext } from 'node:vm'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { isCompressible } from '../content-types.ts'
import { etagOf } from './fake-s3.ts'
import type { StoredObject } from './fake-s3.ts'
import type { Ask } from './expect-site.ts'

type Setting = { Override: boolean }
/** The part of the template that this model reads. */
export type CdnTemplate = {
  Resources: {
    PageFallback: { Properties: { FunctionCode: string } }
    BucketPolicy: { Properties: { PolicyDocument: { Statement: { Action: string }[] } } }
    Distribution: { Properties: { DistributionConfig: { DefaultCacheBehavior: { Compress: boolean } } } }
    HeadersPolicy: {
      Properties: {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: {
            ContentSecurityPolicy: Setting & { ContentSecurityPolicy: string }
            StrictTransportSecurity: Setting & { AccessControlMaxAgeSec: number }
            ContentTypeOptions: Setting
            FrameOptions: Setting & { FrameOption: string }
            ReferrerPolicy: Setting & { ReferrerPolicy: string }
          }
          CustomHeadersConfig: { Items: (Setting & { Header: string; Value: string })[] }
        }
      }
    }
  }
}

/**
 * Answers like a distribution of the template in front of a bucket with these objects, following the documentation of
 * AWS.
 */
export function askCloudFront({ Resources }: CdnTemplate, objects: ReadonlyMap<string, StoredObject>): Ask {
  const policy = Resources.HeadersPolicy.Properties.ResponseHeadersPolicyConfig
  const { Compress } = Resources.Distribution.Properties.DistributionConfig.DefaultCacheBehavior
  const statements = Resources.BucketPolicy.Properties.PolicyDocument.Statement
  const missing = statements.some(({ Action }) => Action === 's3:ListBucket') ? 404 : 403

  return async (place, method, headers) => {
    const event = { request: { uri: place.replace(/\?.*$/, '') } }
    const { FunctionCode } = Resources.PageFallback.Properties
    const uri = runInNewContext(`${FunctionCode}; handler(${JSON.stringify(event)}).uri`) as string
    const object = objects.get(uri.slice(1))
    const answered = new Map<string, string>()
    let status = 200
    let body: Buffer = Buffer.from('<Error><Code>NoSuchKey</Code></Error>')
    if (object === undefined) status = missing
    else {
      const etag = etagOf(object.content)
      body = object.content
      answered.set('content-type', object.contentType)
      answered.set('etag', etag)
      if (object.cacheControl !== '') answered.set('cache-control', object.cacheControl)
      const encoding = encodingOf(headers['accept-encoding'] ?? '')
      if (Compress && encoding !== null && isCompressible(object.contentType) && body.length >= 1000) {
        body = encoding === 'br' ? brotliCompressSync(body) : gzipSync(body)
        answered.set('content-encoding', encoding)
        answered.set('etag', `W/${etag}`)
      }
      if (headers['if-none-match']?.replace(/^W\//, '') === etag) status = 304
    }
    for (const { name, value, override } of policyHeaders(policy))
      if (override || !answered.has(name)) answered.set(name, value)
    return { status, headers: answered, body: method === 'HEAD' || status === 304 ? Buffer.alloc(0) : body }
  }
}

function encodingOf(accepted: string): 'br' | 'gzip' | null {
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}

type Policy = CdnTemplate['Resources']['HeadersPolicy']['Properties']['ResponseHeadersPolicyConfig']

function policyHeaders({ SecurityHeadersConfig: security, CustomHeadersConfig: custom }: Policy) {
  const { ContentSecurityPolicy, StrictTransportSecurity, ContentTypeOptions, FrameOptions, ReferrerPolicy } = security
  const { AccessControlMaxAgeSec } = StrictTransportSecurity
  const transport = `max-age=${AccessControlMaxAgeSec}`
  const settings: [string, string, Setting][] = [
    ['content-security-policy', ContentSecurityPolicy.ContentSecurityPolicy, ContentSecurityPolicy],
    ['strict-transport-security', transport, StrictTransportSecurity],
    ['x-content-type-options', 'nosniff', ContentTypeOptions],
    ['x-frame-options', FrameOptions.FrameOption, FrameOptions],
    ['referrer-policy', ReferrerPolicy.ReferrerPolicy, ReferrerPolicy],
    ...custom.Items.map((item): [string, string, Setting] => [item.Header.toLowerCase(), item.Value, item]),
  ]
  return settings.map(([name, value, { Override }]) => ({ name, value, override: Override }))
}
