/**
 * `npm run deploy:upload -- CONFIG s3://BUCKET|FOLDER --forms FOLDER [--site dist]`: writes a release of the
 * portal, its forms and its `config.json` to a bucket or to a folder of a web server.
 */
import { parseArgs } from 'node:util'
import { readFileSync } from 'node:fs'
import { parseConfig } from '../../src/lib/config.ts'
import { bucketStore } from './bucket-store.ts'
import { folderStore } from './folder-store.ts'
import { siteObjects } from './site-objects.ts'
import { uploadSite } from './upload-site.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: 'string', default: 'dist' },
    forms: { type: 'string' },
  },
})
const [config, target] = positionals
if (config === undefined || target === undefined || values.forms === undefined) {
  process.stderr.write('Usage: npm run deploy:upload -- CONFIG s3://BUCKET|FOLDER --forms FOLDER [--site dist]\n')
  process.exit(2)
}
parseConfig(JSON.parse(readFileSync(config, 'utf8')))
const bucket = /^s3:\/\/([^/]+)\/?$/.exec(target)?.[1]
const store = bucket === undefined ? folderStore(target) : bucketStore(bucket)
const { written, kept, removed } = await uploadSite(
  store,
  siteObjects({ site: values.site, forms: values.forms, config }),
  Date.now(),
)
process.stdout.write(`${target}: ${written.length} written, ${kept} present, ${removed.length} removed\n`)
