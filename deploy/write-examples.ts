/** `node deploy/write-examples.ts`: writes the nginx and CloudFront examples from the header table. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cloudFrontExample, nginxExample } from './examples.ts'
import type { HeaderConfig } from './headers.ts'

const here = import.meta.dirname
const config = JSON.parse(readFileSync(path.join(here, 'config.example.json'), 'utf8')) as HeaderConfig
writeFileSync(path.join(here, 'nginx.conf.example'), nginxExample(config))
writeFileSync(path.join(here, 'cloudfront.example.json'), cloudFrontExample(config))
