/**
 * Writes the nginx and CloudFront examples from the header table.
 *
 * `npm run headers`: the committed ones. `npm run headers -- CONFIG OUT`: for a stage's
 * `config.json`, into a folder.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cloudFrontExample, nginxExample } from './examples.ts'
import type { HeaderConfig } from './headers.ts'

const here = import.meta.dirname
const [file = path.join(here, 'config.example.json'), out = here] = process.argv.slice(2)
const config = JSON.parse(readFileSync(file, 'utf8')) as HeaderConfig
mkdirSync(out, { recursive: true })
writeFileSync(path.join(out, 'nginx.conf.example'), nginxExample(config))
writeFileSync(path.join(out, 'cloudfront.example.json'), cloudFrontExample(config))
