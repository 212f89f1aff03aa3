/** `npm run deploy:upload`: a release of the portal, its forms and its `config.json`. See the usage below. */
import { Misuse, optionsOf } from '../../scripts/options.ts'
import { runCommand } from '../command.ts'
import { bucketStore } from './bucket-store.ts'
import { folderStore } from './folder-store.ts'
import { requireForms, requireOtherFolder, requireOwnFolder } from './requirements.ts'
import { siteObjects } from './site-objects.ts'
import { uploadSite } from './upload-site.ts'
import type { Store } from './upload-site.ts'

const usage = `npm run deploy:upload -- CONFIG s3://BUCKET|FOLDER --forms FOLDER [options]   a release

  CONFIG              the config.json of the stage
  s3://BUCKET         the bucket to write to; the credentials come from the environment, as for the AWS command line
  FOLDER              or the folder of a web server
  --forms FOLDER      the published forms, as written by npm run forms -- publish
  --site FOLDER       the build (dist)
  --artefacts FOLDER  what the build has written for the operator (.local/release)`

await runCommand(async () => {
  const { values, positionals } = optionsOf(usage, {
    allowPositionals: true,
    options: {
      site: { type: 'string', default: 'dist' },
      forms: { type: 'string' },
      artefacts: { type: 'string', default: '.local/release' },
    },
  })
  const [config, target, ...others] = positionals
  if (config === undefined || target === undefined || others.length > 0)
    throw new Misuse('Name the config.json of the stage and the target.')
  if (values.forms === undefined) throw new Misuse('Name the published forms with --forms.')
  requireOtherFolder(target, values.site)
  const store = storeOf(target)
  requireForms(values.forms)
  const objects = siteObjects({ site: values.site, artefacts: values.artefacts, forms: values.forms, config })
  const { written, kept, removed } = await uploadSite(store, objects, Date.now())
  process.stdout.write(`${target}: ${written.length} written, ${kept} present, ${removed.length} removed\n`)
})

function storeOf(target: string): Store {
  const bucket = /^s3:\/\/([^/]+)\/?$/.exec(target)?.[1]
  if (bucket !== undefined) return bucketStore(bucket)
  if (/^\w+:/.test(target)) throw new Misuse(`${target} is neither a folder nor s3://BUCKET.`)
  requireOwnFolder(target)
  return folderStore(target)
}
