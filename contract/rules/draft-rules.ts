import {
  at,
  expectNow,
  expectOneOf,
  expectOther,
  expectSame,
  expectStatus,
  listAt,
  newKey,
  tagOf,
  textAt,
  withBody,
} from './play.ts'
import { expectRefusedFields, hidingTexts } from './refused-texts.ts'
import { saveOf } from './request.ts'
import type { Request } from './request.ts'
import { inRounds } from './rule.ts'
import type { Rule } from './rule.ts'

const firstSave = 'the first save of a draft'
const nextSave = 'the next save of a draft'
const deletion = 'the deletion of a draft'
/** Characters and values that databases and libraries change: outside of the Basic Multilingual Plane, joined and combining ones, other widths, empty ones. */
const difficultAnswers = {
  details: '𠮷田葛\u{e0100} か\u3099 Ａ１ｱ 👨\u200d👩\u200d👧\n\n  二行目 ',
  childAge: '',
  topics: [],
  way: '0123',
  isFirst: false,
  count: 0,
  share: 12.5,
  order: ['b', 'a'],
}

export const draftRules: readonly Rule[] = [
  {
    operations: ['saveDraft', 'getDraft', 'listDrafts'],
    name: 'a saved draft is kept',
    harm: 'A resident who continues later finds none of the answers.',
    async steps(play) {
      const { send, example } = await play.given(firstSave)
      const changed = withBody(example, { answers: { consultation: difficultAnswers } })
      expectNow(expectStatus(await send(changed), 200), '/savedAt')
      expectStatus(await send(reading(example)), 200)
      const list = expectStatus(await send({ operation: 'listDrafts' }), 200)
      expectSame(listAt(list, '/items').length, 1, 'the number of drafts', list)
    },
  },
  {
    operations: ['saveDraft', 'getDraft'],
    name: 'a draft whose texts hide how they are read is refused',
    harm: 'A resident who continues later reads another text than the one that is stored, and sends it.',
    async steps(play) {
      const { send, example } = await play.given(firstSave)
      for (const details of hidingTexts) {
        const refused = expectStatus(await send(withBody(example, { answers: { consultation: { details } } })), 422)
        expectRefusedFields(refused, { '/answers/consultation/details': 'characters' })
      }
      expectStatus(await send(reading(example)), 404, 'SE_CO_0404')
    },
  },
  {
    operations: ['saveDraft', 'getDraft'],
    name: 'a draft of 900 KB is kept',
    harm: 'A resident with long answers can neither save nor send them.',
    async steps(play) {
      const { send, example } = await play.given(firstSave)
      const long = withBody(example, { answers: { consultation: { details: 'あ'.repeat(300_000) } } })
      const saved = await send(long)
      // Without the body, which is no part of a report that can be read.
      expectStatus({ ...saved, exchange: { ...saved.exchange, sent: '' } }, 200)
      expectStatus(await send(reading(example)), 200)
    },
  },
  {
    operations: ['saveDraft', 'getDraft'],
    name: 'a save with * or a list of tags is refused',
    harm: 'A save that does not name what it replaces destroys what another device has saved.',
    async steps(play) {
      const { send, example } = await play.given(nextSave)
      const before = expectStatus(await send(reading(example)), 200)
      for (const ifMatch of ['*', `"other", ${tagOf(before)}`])
        expectStatus(await send({ ...example, ifMatch }), 412, 'SE_CO_0412')
      expectStatus(await send(reading(example)), 200)
    },
  },
  {
    operations: ['saveDraft', 'getDraft'],
    name: 'of two saves at the same time one is refused',
    harm: 'A resident with two devices loses the answers of one of them without a word.',
    steps: inRounds(async (play) => {
      for (const given of [firstSave, nextSave]) {
        const { send, example } = await play.given(given)
        const saves = [example, withBody(example, { answers: {} })]
        const saved = expectOneOf(await Promise.all(saves.map((save) => send(save))), 200)
        const draft = expectStatus(await send(reading(example)), 200)
        expectSame(tagOf(draft), tagOf(saved), 'the tag of the draft', draft)
      }
    }),
  },
  {
    operations: ['saveDraft', 'getDraft'],
    name: 'a save changes the tag, and one with the old tag is refused',
    harm: 'A resident with two devices loses the answers of one of them without a word.',
    async steps(play) {
      const { send, example } = await play.given(firstSave)
      const first = tagOf(expectStatus(await send(example), 200))
      const changed = withBody(example, { answers: {} })
      const second = expectStatus(await send({ ...changed, ifMatch: first }), 200)
      expectOther(tagOf(second), first, 'the tag after the next save', second)
      expectStatus(await send({ ...example, ifMatch: first }), 412, 'SE_CO_0412')
      expectStatus(await send(reading(example)), 200)
      expectStatus(await send({ ...example, ifMatch: tagOf(second) }), 200)
    },
  },
  {
    operations: ['saveDraft', 'getDraft'],
    name: 'a save of an unknown form is refused as such, whatever its tag is',
    harm: 'A resident reads that another device has changed the draft, and no choice ends that.',
    async steps(play) {
      const { send, example } = await play.given(nextSave)
      const late = { ...example, ifMatch: '"other"' }
      const unknownService = { ...late, path: { ...example.path, serviceId: 'no-such-service' } }
      expectStatus(await send(unknownService), 404, 'SE_CO_0404')
      expectStatus(await send(withBody(late, { formVersion: 'never-published' })), 404, 'SE_AP_0002')
      expectStatus(await send(reading(example)), 200)
    },
  },
  {
    operations: ['saveDraft', 'getDraft'],
    name: 'a first save does not replace a draft',
    harm: 'A resident who starts again on another device loses the answers of the first one.',
    async steps(play) {
      const { send, example } = await play.given(nextSave)
      const { ifMatch: _, ...withoutTag } = example
      expectStatus(await send(reading(example)), 200)
      expectStatus(await send(withoutTag), 412, 'SE_CO_0412')
      expectStatus(await send(reading(example)), 200)
    },
  },
  {
    operations: ['saveDraft', 'getDraft'],
    name: 'an expired draft does not block a new one',
    harm: 'A resident who comes back after a week can never save this application again.',
    async steps(play) {
      const { send, example } = await play.given('the save of a draft that has expired')
      const { ifMatch: _, ...withoutTag } = example
      expectStatus(await send(withoutTag), 200)
      expectStatus(await send(reading(example)), 200)
    },
  },
  {
    operations: ['deleteDraft', 'getDraft'],
    name: 'an expired draft counts as none when it is deleted',
    harm: 'A resident who deletes what has just expired reads that it was changed on another device.',
    async steps(play) {
      const { send, example } = await play.given('a draft that has expired')
      const { path = {} } = example
      const deletion = { operation: 'deleteDraft', path, query: { applicationId: newKey() }, ifMatch: '"expired"' }
      expectStatus(await send(deletion), 404, 'SE_CO_0404')
      expectStatus(await send(example), 410, 'SE_DR_0001')
    },
  },
  {
    operations: ['saveDraft', 'getDraft'],
    name: 'a draft of a superseded form version is saved',
    harm: 'A resident who began before the form was changed can no longer save the answers.',
    async steps(play) {
      const { send, example } = await play.given('an application with a form version that is not taken any more')
      const save = saveOf(example)
      expectStatus(await send(save), 200)
      expectStatus(await send(reading(save)), 200)
    },
  },
  {
    operations: ['saveDraft', 'getDraft'],
    name: 'a save with the tag of a deleted draft is refused',
    harm: 'A draft that a resident has deleted comes back from another device.',
    async steps(play) {
      const { send, example } = await play.given(deletion)
      const draft = expectStatus(await send(reading(example)), 200)
      expectStatus(await send(example), 204)
      expectStatus(await send({ ...saveOf(draft), ifMatch: tagOf(draft) }), 412, 'SE_CO_0412')
      expectStatus(await send(reading(example)), 404, 'SE_CO_0404')
    },
  },
  {
    operations: ['saveDraft', 'deleteDraft', 'getDraft'],
    name: 'no tag of a deleted draft is one of the next draft',
    harm: 'A late save of one device replaces the answers of an application that was begun on another one.',
    async steps(play) {
      const { send, example } = await play.given(firstSave)
      const { path = {} } = example
      const { applicationId } = Object(example.body) as { applicationId: string }
      const old = tagOf(expectStatus(await send(example), 200))
      expectStatus(await send({ operation: 'deleteDraft', path, query: { applicationId }, ifMatch: old }), 204)
      const next = withBody(example, { applicationId: newKey() })
      expectStatus(await send(next), 200)
      expectStatus(await send({ ...withBody(example, { answers: {} }), ifMatch: old }), 412, 'SE_CO_0412')
      expectStatus(await send(reading(example)), 200)
    },
  },
  {
    operations: ['deleteDraft', 'getDraft', 'listDrafts'],
    name: 'a draft that is deleted on any device is gone',
    harm: 'The answers that a resident has deleted are still there for the next user of the device.',
    async steps(play) {
      const { send, example } = await play.given(deletion)
      expectStatus(await send({ ...example, query: { applicationId: newKey() } }), 204)
      expectStatus(await send(reading(example)), 404, 'SE_CO_0404')
      const list = expectStatus(await send({ operation: 'listDrafts' }), 200)
      expectSame(listAt(list, '/items').length, 0, 'the number of drafts', list)
    },
  },
  {
    operations: ['deleteDraft', 'saveDraft', 'getDraft'],
    name: 'a deletion with an old tag, or without one, deletes nothing',
    harm: 'A resident loses the answers that another device has saved in the meantime.',
    async steps(play) {
      const { send, example } = await play.given(nextSave)
      const { path = {}, ifMatch } = example
      const saved = expectStatus(await send(example), 200)
      const { applicationId } = Object(example.body) as { applicationId: string }
      const late = { operation: 'deleteDraft', path, query: { applicationId } }
      for (const wrong of [ifMatch, '*', undefined])
        expectStatus(await send({ ...late, ifMatch: wrong }), 412, 'SE_CO_0412')
      expectStatus(await send(reading(example)), 200)
      expectStatus(await send({ ...late, ifMatch: tagOf(saved) }), 204)
    },
  },
  {
    operations: ['deleteDraft', 'getDraft'],
    name: 'a deletion that does not name its application is refused',
    harm: 'A late deletion after the application was sent deletes the draft that was begun since.',
    async steps(play) {
      const { send, example } = await play.given(deletion)
      const { ifMatch: _, ...withoutTag } = example
      expectStatus(await send({ ...withoutTag, token: null }), 401, 'SE_CO_0401')
      expectStatus(await send({ ...withoutTag, query: {} }), 412, 'SE_CO_0412')
      const refused = expectStatus(await send({ ...example, query: {} }), 422, 'SE_CO_0400')
      expectRefusedFields(refused, { '/applicationId': 'required' })
      expectStatus(await send(reading(example)), 200)
    },
  },
  {
    operations: ['listDrafts', 'saveDraft'],
    name: 'a draft that is saved again is the first',
    harm: 'A resident with several drafts does not find the one that was edited last.',
    async steps(play) {
      const application = await play.given('an application with a fee')
      const { send, example } = await play.given(firstSave)
      const first = tagOf(expectStatus(await send(example), 200))
      expectStatus(await send(withBody(saveOf(application.example), { answers: {} })), 200)
      expectStatus(await send({ ...example, ifMatch: first }), 200)
      const list = expectStatus(await send({ operation: 'listDrafts' }), 200)
      expectSame(listAt(list, '/items').length, 2, 'the number of drafts', list)
      const [newest, next] = ['/items/0/savedAt', '/items/1/savedAt'].map((member) => Date.parse(textAt(list, member)))
      // The API may store whole seconds.
      expectSame(Number(newest) >= Number(next), true, 'whether the draft saved last is the first', list)
    },
  },
  {
    operations: ['listDrafts', 'getDraft'],
    name: 'an expired draft is not in the list',
    harm: 'A resident opens a draft that is shown, and reads that it was deleted.',
    async steps(play) {
      const { send, example } = await play.given('a draft that has expired')
      expectStatus(await send(example), 410, 'SE_DR_0001')
      const list = expectStatus(await send({ operation: 'listDrafts' }), 200)
      expectSame(listAt(list, '/items'), [], 'the list of drafts', list)
    },
  },
  {
    operations: ['saveDraft', 'getDraft'],
    name: 'the draft of another user stays as it is',
    harm: 'A resident reads or overwrites the answers of another one.',
    async steps(play) {
      const token = await play.stranger('the same tenant')
      const tokens = [token, await play.stranger('another tenant')]
      const { send, example } = await play.given(nextSave)
      const before = expectStatus(await send(reading(example)), 200)
      for (const stranger of tokens)
        expectStatus(await send({ ...reading(example), token: stranger }), 404, 'SE_CO_0404')
      const { ifMatch: _, ...foreign } = withBody(example, {
        answers: {},
        applicationId: 'application-of-another-user',
      })
      expectStatus(await send({ ...foreign, token }), 200)
      const after = expectStatus(await send(reading(example)), 200)
      for (const member of ['/applicationId', '/answers'])
        expectSame(at(after, member), at(before, member), `${member} of the first user`, after)
    },
  },
  {
    operations: ['updateProfile', 'getProfile'],
    name: 'a changed profile is kept, and a change without its present tag is refused',
    harm: 'A resident gets letters at an address that was corrected.',
    async steps(play) {
      const { send, example } = await play.given('a change of a phone number and the removal of an address')
      const before = expectStatus(await send({ operation: 'getProfile' }), 200)
      const changed = expectStatus(await send(example), 200)
      expectOther(tagOf(changed), tagOf(before), 'the tag after the change', changed)
      for (const ifMatch of [tagOf(before), '*', undefined])
        expectStatus(await send({ ...example, ifMatch }), 412, 'SE_CO_0412')
      expectStatus(await send({ operation: 'getProfile' }), 200)
    },
  },
]

function reading({ path = {} }: Request): Request {
  return { operation: 'getDraft', path: { serviceId: path.serviceId ?? '', type: path.type ?? '' } }
}
