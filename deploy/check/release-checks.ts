import { isRecord } from '../../form-model/record.ts'
import { sha256 } from '../finish-site.ts'
import { assetsOf, finding, grantReadAccess, joined } from './site-checks.ts'
import type { Answer, Finding, Stage } from './stage.ts'

/** Seconds for which a document may have been in a cache that has just asked whether it is current. */
const oldestSeconds = 60

const encodings = ['identity', 'gzip', 'br'] as const

/** The document belongs to the release in `version.json`, and every asset of it is complete in every encoding. */
export async function checkRelease(stage: Stage): Promise<Finding[]> {
  const [document, version] = await Promise.all([stage.get('/'), stage.get('/version.json')])
  if (document?.status !== 200) return []
  const age = ageFindings(document)
  const assets = assetsIn(version)
  if (assets === null)
    return [
      ...age,
      finding(
        'release',
        '/version.json is missing or has no list of assets',
        'Run `npm run build` and `npm run deploy:upload`.',
      ),
    ]
  const other = assetsOf(document).find((path) => !assets.has(path))
  if (other !== undefined)
    return [
      ...age,
      finding(
        'release',
        `/ names ${other}, which is not part of the release in /version.json`,
        'A cache may have an old index.html: delete what it has stored. Else run `npm run deploy:upload` again.',
      ),
    ]
  const findings = await Promise.all([...assets].map(([path, hash]) => checkAsset(stage, path, hash)))
  return [...age, ...joined(findings.flat())]
}

function ageFindings({ headers }: Answer): Finding[] {
  const age = Number(headers.get('age') ?? 0)
  if (age <= oldestSeconds) return []
  return [
    finding(
      'caching',
      `/ was in a cache for ${age} s`,
      'Let the cache ask the server at each request, as Cache-Control: no-cache demands.',
    ),
  ]
}

function assetsIn(version: Answer | null): Map<string, string> | null {
  if (version?.status !== 200) return null
  try {
    const { assets } = Object(JSON.parse(version.text)) as { assets?: unknown }
    return isRecord(assets) ? new Map(Object.entries(assets).map(([path, hash]) => [path, String(hash)])) : null
  } catch {
    return null
  }
}

async function checkAsset(stage: Stage, path: string, hash: string): Promise<Finding[]> {
  const answers = await Promise.all(
    encodings.map(async (encoding) => ({
      encoding,
      answer: await stage.get(path, { headers: { 'Accept-Encoding': encoding } }),
    })),
  )
  const refused = answers.find(({ answer }) => answer !== null && answer.status !== 200)?.answer
  if (refused)
    return [
      finding(
        'assets',
        `${path} answers ${refused.status}`,
        refused.status === 403 ? grantReadAccess : 'Run `npm run deploy:upload`: it writes assets before index.html.',
      ),
    ]
  const plain = answers.find(({ encoding }) => encoding === 'identity')?.answer ?? null
  if (plain !== null && plain.encoding !== null)
    return [
      finding(
        'compression',
        `${path} is compressed for browsers that cannot decompress it`,
        'Compress only what Accept-Encoding names.',
      ),
    ]
  const damaged = answers.filter(({ answer }) => answer === null || sha256(answer.body) !== hash)
  if (damaged.length === 0) return []
  const copies = damaged.map(({ encoding }) => (encoding === 'identity' ? 'uncompressed' : encoding)).join(', ')
  return [
    finding(
      'assets',
      `${path} is damaged (${copies})`,
      'Run `npm run deploy:upload`: it writes again what differs. Delete what a cache has stored.',
    ),
  ]
}
