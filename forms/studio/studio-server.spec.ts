import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import type { Manifest } from '../../form-model/definition.ts'
import { answerStudio } from './studio-server.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-studio-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))
const options = { folders: [path.join(work, 'forms')], publishTo: path.join(work, 'published') }
const name = 'town/dogs/individual'
const titleFile = path.join(work, 'forms', name, 'texts.ja.json')

function ask(method: string, address: string, body?: unknown, isOwnPage = true) {
  const request = Object.assign(Readable.from(body === undefined ? [] : [Buffer.from(JSON.stringify(body))]), {
    method,
  })
  const url = new URL(address, 'http://localhost')
  return answerStudio(options, url, request as unknown as IncomingMessage, isOwnPage)
}

const newForm = { tenant: 'town', service: 'dogs', type: 'individual', template: 'dog-registration', title: {} }

describe('the server of the studio', () => {
  it('creates a form from a template, once', async () => {
    expect(await ask('POST', '/api/studio/new', newForm)).toEqual({ status: 200, body: { name } })
    expect((await ask('POST', '/api/studio/new', newForm))?.status).toBe(409)
    const outside = { ...newForm, service: '..' }
    expect((await ask('POST', '/api/studio/new', outside))?.status).toBe(400)
  })

  it('refuses changes from another page', async () => {
    expect((await ask('POST', '/api/studio/new', { ...newForm, service: 'cats' }, false))?.status).toBe(403)
    expect(existsSync(path.join(work, 'forms/town/cats'))).toBe(false)
  })

  it('writes a change and keeps outside changes in other places of the file', async () => {
    const before = readFileSync(titleFile, 'utf8')
    const disk = before.replace('注射済票交付手数料', '済票の手数料')
    expect(disk).not.toBe(before)
    writeFileSync(titleFile, disk)
    const mine = before.replace('犬の登録と狂犬病予防注射済票の交付', '犬の登録')
    const saved = await ask('PUT', `/api/studio/form?name=${name}`, {
      before: { 'texts.ja.json': before },
      after: { 'texts.ja.json': mine },
    })
    expect(saved).toMatchObject({ status: 200, body: { kind: 'saved' } })
    expect(readFileSync(titleFile, 'utf8')).toBe(disk.replace('犬の登録と狂犬病予防注射済票の交付', '犬の登録'))
  })

  it('writes nothing if the same lines were changed, or outside the files of a form', async () => {
    const disk = readFileSync(titleFile, 'utf8')
    const change = (file: string) => ({ before: { [file]: 'a\n' }, after: { [file]: 'b\n' } })
    expect((await ask('PUT', `/api/studio/form?name=${name}`, change('texts.ja.json')))?.status).toBe(409)
    expect((await ask('PUT', `/api/studio/form?name=${name}`, change('../service.json')))?.status).toBe(400)
    expect((await ask('PUT', '/api/studio/form?name=other/form/here', change('form.json')))?.status).toBe(404)
    expect(readFileSync(titleFile, 'utf8')).toBe(disk)
  })

  it('publishes the form with its service, and keeps the published version if there are errors', async () => {
    const published = await ask('POST', `/api/studio/publish?name=${name}`)
    expect(published?.body).toMatchObject({ kind: 'published' })
    const manifest = () => JSON.parse(readFileSync(path.join(work, 'published/town/manifest.json'), 'utf8')) as Manifest
    const { version } = (published?.body ?? {}) as { version?: string }
    expect(manifest()).toMatchObject({ services: { dogs: {} }, forms: { dogs: { individual: { current: version } } } })
    writeFileSync(titleFile, readFileSync(titleFile, 'utf8').replace('"label": "犬の名前"', '"label": ""'))
    expect((await ask('POST', `/api/studio/publish?name=${name}`))?.body).toEqual({ kind: 'refused' })
    expect(manifest().forms.dogs?.individual?.current).toBe(version)
  })
})
