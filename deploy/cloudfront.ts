import { hstsSecondsOf, resourceRules, securityHeaders, tenantHosts } from './headers.ts'
import type { HeaderConfig, ResourceKind } from './headers.ts'

/** Policies that AWS manages, the same in every account. */
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac'

/** Headers for which a response headers policy has settings; the others are its custom headers. */
const settings = new Set([
  'Content-Security-Policy',
  'Strict-Transport-Security',
  'X-Content-Type-Options',
  'X-Frame-Options',
  'Referrer-Policy',
])

/**
 * A CloudFormation template: a private bucket behind a CloudFront distribution. The objects carry their Cache-Control
 * (`upload-s3.ts`). If an object has none, i.e. for a missing file, the headers policy adds `no-store`.
 */
export function cloudFrontTemplate(config: HeaderConfig): string {
  const headers = securityHeaders(config)
  const behaviour = {
    TargetOriginId: 'site',
    ViewerProtocolPolicy: 'redirect-to-https',
    AllowedMethods: ['GET', 'HEAD'],
    Compress: true,
    CachePolicyId: { Ref: 'CachePolicy' },
    ResponseHeadersPolicyId: { Ref: 'HeadersPolicy' },
    FunctionAssociations: [
      { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['PageFallback', 'FunctionARN'] } },
    ],
  }
  const apiBehaviour = {
    PathPattern: '/app/web/*',
    TargetOriginId: 'api',
    ViewerProtocolPolicy: 'https-only',
    AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
    // Compression would weaken the ETags, which the portal sends back with If-Match.
    Compress: false,
    CachePolicyId: cachingDisabled,
    OriginRequestPolicyId: allViewerExceptHost,
  }
  const siteOrigin = {
    Id: 'site',
    DomainName: { 'Fn::GetAtt': ['Bucket', 'RegionalDomainName'] },
    OriginAccessControlId: { 'Fn::GetAtt': ['OriginAccess', 'Id'] },
    S3OriginConfig: { OriginAccessIdentity: '' },
  }
  const apiOrigin = {
    Id: 'api',
    DomainName: { Ref: 'ApiDomain' },
    CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'], OriginReadTimeout: 60 },
  }
  const ifApi = (value: unknown) => ({ 'Fn::If': ['HasApi', value, { Ref: 'AWS::NoValue' }] })
  return `${JSON.stringify(
    {
      AWSTemplateFormatVersion: '2010-09-09',
      Description: 'Customer portal. Generated from deploy/headers.ts by npm run headers: do not edit.',
      Parameters: {
        Domain: { Type: 'String', Description: 'Host name of the portal' },
        CertificateArn: { Type: 'String', Description: 'Certificate of the host name, in us-east-1' },
        ApiDomain: {
          Type: 'String',
          Default: '',
          Description: 'Host name of the user web API if it is answered below /app/web/ of the portal',
        },
      },
      Conditions: { HasApi: { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'ApiDomain' }, ''] }] } },
      Resources: {
        Bucket: {
          Type: 'AWS::S3::Bucket',
          DeletionPolicy: 'Retain',
          UpdateReplacePolicy: 'Retain',
          Properties: {
            PublicAccessBlockConfiguration: {
              BlockPublicAcls: true,
              BlockPublicPolicy: true,
              IgnorePublicAcls: true,
              RestrictPublicBuckets: true,
            },
          },
        },
        BucketPolicy: {
          Type: 'AWS::S3::BucketPolicy',
          Properties: {
            Bucket: { Ref: 'Bucket' },
            PolicyDocument: {
              Version: '2012-10-17',
              Statement: [
                statement('s3:GetObject', { 'Fn::Sub': '${Bucket.Arn}/*' }),
                // Without it S3 answers 403 instead of 404 for a missing file.
                statement('s3:ListBucket', { 'Fn::GetAtt': ['Bucket', 'Arn'] }),
              ],
            },
          },
        },
        OriginAccess: {
          Type: 'AWS::CloudFront::OriginAccessControl',
          Properties: {
            OriginAccessControlConfig: {
              Name: { 'Fn::Sub': '${AWS::StackName}-site' },
              OriginAccessControlOriginType: 's3',
              SigningBehavior: 'always',
              SigningProtocol: 'sigv4',
            },
          },
        },
        PageFallback: {
          Type: 'AWS::CloudFront::Function',
          Properties: {
            Name: { 'Fn::Sub': '${AWS::StackName}-pages' },
            AutoPublish: true,
            FunctionConfig: { Comment: 'Pages of the portal are index.html', Runtime: 'cloudfront-js-2.0' },
            FunctionCode: pageFallback(),
          },
        },
        CachePolicy: {
          Type: 'AWS::CloudFront::CachePolicy',
          Properties: {
            CachePolicyConfig: {
              Name: { 'Fn::Sub': '${AWS::StackName}-site' },
              MinTTL: 0,
              DefaultTTL: 0,
              MaxTTL: 31_536_000,
              ParametersInCacheKeyAndForwardedToOrigin: {
                EnableAcceptEncodingBrotli: true,
                EnableAcceptEncodingGzip: true,
                CookiesConfig: { CookieBehavior: 'none' },
                HeadersConfig: { HeaderBehavior: 'none' },
                QueryStringsConfig: { QueryStringBehavior: 'none' },
              },
            },
          },
        },
        HeadersPolicy: {
          Type: 'AWS::CloudFront::ResponseHeadersPolicy',
          Properties: {
            ResponseHeadersPolicyConfig: {
              Name: { 'Fn::Sub': '${AWS::StackName}-site' },
              SecurityHeadersConfig: {
                ContentSecurityPolicy: {
                  ContentSecurityPolicy: headers['Content-Security-Policy'],
                  Override: true,
                },
                StrictTransportSecurity: {
                  AccessControlMaxAgeSec: hstsSecondsOf(config),
                  Override: true,
                },
                ContentTypeOptions: { Override: true },
                FrameOptions: { FrameOption: headers['X-Frame-Options'], Override: true },
                ReferrerPolicy: { ReferrerPolicy: headers['Referrer-Policy'], Override: true },
              },
              CustomHeadersConfig: {
                Items: [
                  ...Object.entries(headers)
                    .filter(([name]) => !settings.has(name))
                    .map(([Header, Value]) => ({ Header, Value, Override: true })),
                  { Header: 'Cache-Control', Value: 'no-store', Override: false },
                ],
              },
            },
          },
        },
        Distribution: {
          Type: 'AWS::CloudFront::Distribution',
          Properties: {
            DistributionConfig: {
              Enabled: true,
              HttpVersion: 'http2and3',
              IPV6Enabled: true,
              Aliases: [{ Ref: 'Domain' }, ...tenantHosts(config)],
              ViewerCertificate: {
                AcmCertificateArn: { Ref: 'CertificateArn' },
                MinimumProtocolVersion: 'TLSv1.2_2021',
                SslSupportMethod: 'sni-only',
              },
              Origins: [siteOrigin, ifApi(apiOrigin)],
              DefaultCacheBehavior: behaviour,
              CacheBehaviors: [ifApi(apiBehaviour)],
              CustomErrorResponses: [{ ErrorCode: 404, ErrorCachingMinTTL: 0 }],
            },
          },
        },
      },
      Outputs: {
        BucketName: { Value: { Ref: 'Bucket' } },
        DistributionId: { Value: { Ref: 'Distribution' } },
        DistributionDomain: { Value: { 'Fn::GetAtt': ['Distribution', 'DomainName'] } },
      },
    },
    null,
    2,
  )}\n`
}

/** A CloudFront function: every path that is not a file gets the document, and what is refused gets no object. */
export function pageFallback(): string {
  const rules = resourceRules.map(({ kind, pattern }) => `[${pattern.toString()}, '${objects[kind] ?? ''}']`)
  return [
    `var rules = [${rules.join(', ')}];`,
    'function handler(event) {',
    '  var request = event.request;',
    '  var rule = rules.find(function (one) { return one[0].test(request.uri); });',
    '  if (rule && rule[1]) request.uri = rule[1];',
    '  return request;',
    '}',
  ].join('\n')
}

/** Objects that another path has than its own. */
const objects: { readonly [kind in ResourceKind]?: string } = { document: '/index.html', refused: '/refused' }

function statement(action: string, resource: object) {
  return {
    Effect: 'Allow',
    Principal: { Service: 'cloudfront.amazonaws.com' },
    Action: action,
    Resource: resource,
    Condition: {
      StringEquals: {
        'AWS:SourceArn': {
          'Fn::Sub': 'arn:${AWS::Partition}:cloudfront::${AWS::AccountId}:distribution/${Distribution}',
        },
      },
    },
  }
}
