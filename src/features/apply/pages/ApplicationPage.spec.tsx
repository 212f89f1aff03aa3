import { valueAt } from '../../../../form-model/pointer.ts'
import { attachmentIds } from '../../../form-engine/attachments/upload-queue.ts'
import { getGetProfileQueryKey } from '../../../api/generated/profile/profile.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toAnswers } from '../../../../form-model/answers.ts'
import { getListServicesQueryOptions } from '../../../api/generated/services/services.ts'
import { changeLanguage } from '../../../i18n/texts.ts'
import { noteArrival } from '../../../line/channel.ts'
import { answer, sampleOrder } from '../../../order-display/testing/sandbox-orders.ts'
import { emptyContent } from '../application/content-state.ts'
import { localDrafts } from '../draft/local-drafts.ts'
import {
  consultation,
  consultationAnswers,
  currentVersion,
  expectAccessible,
  fillConsultation,
  footButton,
  heading,
  leaveDraft,
  loadInEnglish,
  putElsewhere,
  reviewConsultation,
  send,
  startApplying,
} from '../testing/open-form.tsx'
import { certificateAnswers } from '../testing/residence-certificate.ts'
import { roadOccupancyAnswers } from '../testing/road-occupancy.ts'
import type { Applying } from '../testing/open-form.tsx'

let portal: Applying | null = null

afterEach(async () => {
  await portal?.stop()
  portal = null
  await changeLanguage('ja')
})

async function start(options: Parameters<typeof startApplying>[0] = {}): Promise<Applying> {
  portal = await startApplying(options)
  return portal
}

const roadOccupancy = '/application/minato-city/road-occupancy/corporate'

/** Opens the step with files of a form that is filled in up to there. */
async function openDocuments(applying: Applying): Promise<void> {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const answers = roadOccupancyAnswers({ from: inDays(30), to: inDays(60) })
  await leaveDraft(applying, 'road-occupancy', answers, { type: 'corporate' })
  await applying.open(`${roadOccupancy}?step=documents`)
  await heading('図面と写真')
}

/** The button is invisible until the profile has arrived. */
async function registeredOffer({ queryClient }: Applying): Promise<HTMLElement> {
  const offer = await screen.findByRole('button', { name: '登録している情報を入力する' })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return offer
}

function pdf(name: string): File {
  return new File(['%PDF-1.4'], name, { type: 'application/pdf' })
}

function languageButton(): HTMLElement {
  return within(screen.getByRole('contentinfo')).getByRole('button', { name: 'English' })
}

describe('the errors of a step', () => {
  it.each([
    ['is there', true],
    ['arrives later', false],
  ])('an error that the API has found does not return, or move the focus, if the form %s', async (_, isThere) => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.answerInstead('submitOrder', 422, {
      code: 'SE_CO_0400',
      errors: [
        { pointer: '/answers/booking/time', code: 'enum', message: '' },
        { pointer: '/answers/booking/phone', code: 'pattern', message: '' },
      ],
    })
    await send(applying)
    await heading('日時と連絡先')
    await screen.findByRole('region', { name: /2件の修正/ })
    const phone = screen.getByRole('textbox', { name: '電話番号' })
    expect(phone).toBeInvalid()
    await applying.user.clear(phone)
    await applying.user.type(phone, '0312345678')
    await applying.user.tab()
    await waitFor(() => expect(phone).toBeValid())
    const english = languageButton()
    const arrival = Promise.withResolvers<void>()
    if (isThere) arrival.resolve()
    await loadInEnglish(applying.queryClient, 'childcare-consultation', arrival.promise)
    await applying.user.click(english)
    arrival.resolve()
    await screen.findByRole('region', { name: /2 to correct/ })
    expect(english, 'no new summary').toHaveFocus()
    expect(screen.getByRole('textbox', { name: 'Phone number' })).toBeValid()
    await applying.user.click(within(screen.getByRole('contentinfo')).getByRole('button', { name: '日本語' }))
    await screen.findByRole('region', { name: /2件の修正/ })
    expect(screen.getByRole('textbox', { name: '電話番号' })).toBeValid()
    expect(document.querySelectorAll('[aria-invalid]'), 'the other one').not.toHaveLength(0)
  })

  it.each([
    ['a second attempt', 'submitOrder', 404],
    ['a poll', 'getSubmission', 200],
  ])('a refusal that is the response of %s leads to the refused field, too', async (_, refusing, status) => {
    const problem = {
      code: 'SE_CO_0400',
      errors: [{ pointer: '/answers/booking/phone', code: 'pattern', message: '' }],
    }
    portal = await startApplying({
      instead: ({ method, url }) =>
        method === 'GET' && url.includes('/o/submissions/')
          ? Response.json(status === 200 ? { state: 'FAILED', problem } : { code: 'SE_CO_0404' }, { status })
          : null,
    })
    await reviewConsultation(portal)
    portal.fault({ kind: 'reset', operation: 'submitOrder', times: 1 })
    if (refusing === 'submitOrder') {
      await send(portal)
      await heading('予約は届いていません')
      portal.answerInstead('submitOrder', 422, problem)
      await portal.user.click(screen.getByRole('button', { name: 'もう一度送信する' }))
    } else await send(portal)
    await heading('日時と連絡先')
    expect(await screen.findByRole('region', { name: /1件の修正/ })).toHaveFocus()
  })

  it('the errors are translated when the language changes, and the focus stays at its button', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    await applying.user.click(screen.getByRole('radio', { name: '0歳' }))
    await applying.user.click(footButton('次へ'))
    await screen.findByRole('region', { name: /2件の修正/ })
    const invalid = () => [...document.querySelectorAll('[aria-invalid]')].map(({ id }) => id)
    const before = invalid()
    const arrival = Promise.withResolvers<void>()
    await loadInEnglish(applying.queryClient, 'childcare-consultation', arrival.promise)
    const english = languageButton()
    await applying.user.click(english)
    arrival.resolve()
    const summary = await screen.findByRole('region', { name: /2 to correct/ })
    const links = within(summary).getAllByRole('link')
    expect(links).toHaveLength(2)
    for (const { textContent } of links) expect(textContent).not.toMatch(/[ぁ-ん]/)
    expect(invalid()).toEqual(before)
    for (const error of document.querySelectorAll('[aria-invalid]')) {
      expect(error).toHaveAccessibleDescription(/^[^ぁ-ん]+$/)
    }
    expect(document.querySelectorAll('input[type="radio"]:checked')).toHaveLength(1)
    expect(english).toHaveFocus()
  })

  it('errors that the API has found are translated without a focus on the summary', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.answerInstead('submitOrder', 422, {
      code: 'SE_CO_0400',
      errors: [{ pointer: '/answers/booking/time', code: 'enum', message: '' }],
    })
    await send(applying)
    await heading('日時と連絡先')
    expect(await screen.findByRole('region', { name: /1件の修正/ })).toHaveFocus()
    const english = languageButton()
    await loadInEnglish(applying.queryClient, 'childcare-consultation', Promise.resolve())
    await applying.user.click(english)
    const summary = await screen.findByRole('region', { name: /1 to correct/ })
    expect(within(summary).getByRole('link').textContent).not.toMatch(/[ぁ-ん]/)
    expect(document.querySelector('[aria-invalid]')).toHaveAccessibleDescription(/^[^ぁ-ん]+$/)
    expect(english).toHaveFocus()
  })
})

describe('a language whose texts of the form arrive late', () => {
  it('says that it is being loaded, and keeps the form on the screen with what is typed meanwhile', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    const arrival = Promise.withResolvers<void>()
    await loadInEnglish(applying.queryClient, 'childcare-consultation', arrival.promise)
    await applying.user.click(languageButton())
    expect(await screen.findByText('読み込んでいます')).toBeVisible()
    await applying.user.type(screen.getByRole('textbox', { name: /相談の内容/ }), '夜泣き')
    expect(footButton('次へ'), 'the page is in one language').toBeVisible()
    arrival.resolve()
    expect(await screen.findByRole('textbox', { name: /Details/ })).toHaveValue('夜泣き')
  })
})

describe('a language whose texts of the form do not arrive', () => {
  it('keeps the form open in the language before, says so, and shows the new one after a retry', async () => {
    const isForm = (request: Request) => new URL(request.url).pathname.startsWith('/forms/')
    const applying = await start({
      instead: (request) => (isForm(request) ? new Response('', { status: 429 }) : null),
    })
    await applying.open(consultation)
    await heading('相談の内容')
    await applying.user.type(screen.getByRole('textbox', { name: /相談の内容/ }), '夜泣き')
    await applying.user.click(languageButton())
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('This form could not be shown in the language you chose.')
    expect(screen.getByRole('textbox', { name: /相談の内容/ })).toHaveValue('夜泣き')
    await act(() => applying.router.navigate('/minato-city/applicationlist'))
    await act(() => applying.router.navigate(consultation))
    expect(await screen.findByText(/^This form could not be shown in the language/)).toBeVisible()
    expect(screen.queryByRole('alert'), 'announced once').toBeNull()
    await loadInEnglish(applying.queryClient, 'childcare-consultation', Promise.resolve())
    await waitFor(() => expect(screen.queryByText(/could not be shown in the language/)).toBeNull())
    expect(await screen.findByDisplayValue('夜泣き')).toBeVisible()
  })
})

describe('an application without a fee', () => {
  it('leads from the first step through the review to the receipt, and every page is accessible', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    expect(applying.path()).toBe(`${consultation}?step=consultation`)
    await expectAccessible()
    await fillConsultation(applying)
    expect(applying.path()).toBe(`${consultation}?step=review`)
    await expectAccessible()
    await send(applying)
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
    const [order] = applying.orders()
    expect(order).toMatchObject({ serviceId: 'childcare-consultation', status: 'NOT_STARTED' })
    expect(await screen.findAllByText(new RegExp(order?.receiptNumber ?? 'none'))).not.toHaveLength(0)
    expect(applying.calls('submitOrder')).toHaveLength(1)
  })

  it('starts over after the success: no filled form, no draft, another key (P-03)', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    await fillConsultation(applying)
    await send(applying)
    await heading('予約を受け付けました')
    await act(() => applying.router.navigate(-1))
    await heading('相談の内容')
    expect(screen.getByRole('checkbox', { name: '睡眠' })).not.toBeChecked()
    expect(screen.queryByText(/入力途中/)).toBeNull()
    const [order] = applying.orders()
    expect(screen.getByText(`送信した予約は受け付けています（受付番号：${order?.receiptNumber}）`)).toBeVisible()
    expect(screen.getByRole('link', { name: '送信した内容を確認する' })).toHaveAttribute(
      'href',
      `/minato-city/history-details/${order?.orderId}`,
    )
    await applying.reload(consultation)
    await heading('相談の内容')
    expect(screen.getByRole('checkbox', { name: '睡眠' })).not.toBeChecked()
    expect(applying.calls('submitOrder')).toHaveLength(1)
  })

  it.each(['CANCELLED_BY_TENANT', 'CANCELLED_BY_USER'] as const)(
    'does not call the sent application accepted once it is %s',
    async (status) => {
      const applying = await start()
      await applying.open(consultation)
      await heading('相談の内容')
      await fillConsultation(applying)
      await send(applying)
      await heading('予約を受け付けました')
      const [order] = applying.orders()
      if (order === undefined) throw new Error('Nothing was sent')
      applying.sandbox.backend.orders.save({ ...order, status })
      await act(() => applying.queryClient.invalidateQueries())
      await act(() => applying.router.navigate(-1))
      await heading('相談の内容')
      expect(screen.queryByText(/受け付けています/)).toBeNull()
    },
  )
})

describe('the steps', () => {
  it('a step lists missing answers, focuses the first of them, and stays on the page', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    await applying.user.click(footButton('次へ'))
    expect(await screen.findByRole('heading', { name: /3件の修正が必要/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'お子さんの年齢を選択してください。' })).toBeVisible()
    expect(applying.path()).toBe(`${consultation}?step=consultation`)
    await expectAccessible()
  })

  it('a step shows what to do before a statement can be ticked, in the words of the author', async () => {
    const applying = await start()
    const name = { familyName: '港', givenName: '花子', familyNameKana: 'ミナト', givenNameKana: 'ハナコ' }
    const applicant = { name, phone: '09012345678', email: 'hanako@example.jp' }
    const items = { lines: [{ kind: 'desk', count: 1 }] }
    await leaveDraft(applying, 'bulky-waste', { applicant, items, place: { housing: 'apartment' } })
    await applying.open('/application/minato-city/bulky-waste/individual?step=place')
    const statement = await screen.findByRole('checkbox', { name: /伝えました/ })
    await applying.user.click(footButton('次へ'))
    expect(statement).toHaveAccessibleDescription(/管理人または管理会社に伝えてから、チェックを入れてください。/)
  })

  it('戻る leads back without losing answers', async () => {
    const applying = await start()
    await applying.open(consultation)
    await fillConsultation(applying)
    await applying.user.click(footButton('戻る'))
    await heading('日時と連絡先')
    expect(screen.getByRole('textbox', { name: '姓' })).toHaveValue('港')
    await applying.user.clear(screen.getByRole('textbox', { name: '姓' }))
    await applying.user.type(screen.getByRole('textbox', { name: '姓' }), '南')
    await applying.user.click(footButton('戻る'))
    await heading('相談の内容')
    expect(screen.getByRole('checkbox', { name: '睡眠' })).toBeChecked()
    await act(() => applying.router.navigate(-1))
    await heading('日時と連絡先')
    expect(screen.getByRole('textbox', { name: '姓' })).toHaveValue('南')
  })

  it('the form opens at the first unfinished step if a later step is requested', async () => {
    const applying = await start()
    await applying.open(`${consultation}?step=review`)
    await heading('相談の内容')
    expect(applying.path()).toBe(`${consultation}?step=consultation`)
    await applying.open(`${consultation}?step=nonsense`)
    await heading('相談の内容')
  })

  it.each(['/childcare-consultation/corporate', '/unknown-service/individual'])(
    'an unknown service or type redirects to the list, or to LINE for visitors from there: %s',
    async (address) => {
      const applying = await start()
      await applying.open(`/application/minato-city${address}`)
      await heading('手続きが見つかりません')
      expect(screen.getByText(/手続きの受付が終わった可能性があります。/)).toBeVisible()
      expect(screen.getByRole('link', { name: 'トップ画面に戻る' })).toHaveAttribute(
        'href',
        '/minato-city/applicationlist',
      )
      expect(screen.queryByRole('link', { name: /LINE/ })).toBeNull()
      await expectAccessible()
      noteArrival('?from=line')
      await act(() => applying.router.navigate('/minato-city/applicationhistory'))
      await applying.open(`/application/minato-city${address}`)
      expect(await screen.findByRole('link', { name: /LINE/ })).toBeVisible()
    },
  )

  it('a step shows why the former application was returned', async () => {
    const applying = await start()
    const returned = sampleOrder(applying, 'CANCELLED_BY_TENANT').order
    const formVersion = await currentVersion('childcare-consultation')
    const content = { ...emptyContent(formVersion), answers: consultationAnswers, reapplyOf: returned.orderId }
    await leaveDraft(applying, 'childcare-consultation', {}, { content })
    await applying.open(`${consultation}?step=consultation`)
    await heading('相談の内容')
    expect(await screen.findByText(/ご本人であることが確認できませんでした/)).toBeVisible()
    expect(screen.queryByText('直すところ')).toBeNull()
    await expectAccessible()
    const pages = (await screen.findByText('直すところが別のページにあるとき')).parentElement
    const links = within(pages ?? document.body).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['日時と連絡先'])
    await applying.user.click(links[0] ?? document.body)
    await heading('日時と連絡先')
  })

  it('the title of the document and the line above the heading count the same screens', async () => {
    const applying = await start()
    await leaveDraft(applying, 'childcare-consultation', consultationAnswers)
    for (const [step, title, position] of [
      ['consultation', '相談の内容', '1/3'],
      ['booking', '日時と連絡先', '2/3'],
      ['review', '入力内容の確認', '3/3'],
    ] as const) {
      await applying.open(`${consultation}?step=${step}`)
      await heading(title)
      expect(screen.getByText(position)).toBeInTheDocument()
      await waitFor(() => expect(document.title).toContain(`${title}（${position}）`))
    }
  })

  it('a step names the answers to correct, with links to their fields on this page and on others', async () => {
    const applying = await start()
    const { backend } = applying.sandbox
    const returned = sampleOrder(applying, 'CANCELLED_BY_TENANT').order
    backend.orders.save({ ...returned, returnFields: ['/consultation/way', '/booking/name', '/gone/field'] })
    const formVersion = await currentVersion('childcare-consultation')
    const content = { ...emptyContent(formVersion), answers: consultationAnswers, reapplyOf: returned.orderId }
    await leaveDraft(applying, 'childcare-consultation', {}, { content })
    await applying.open(`${consultation}?step=consultation`)
    await heading('相談の内容')
    const list = await screen.findByText('直すところ')
    const fields = within(list.parentElement ?? list).getAllByRole('listitem')
    expect(fields.map(({ textContent }) => textContent)).toEqual(['相談の方法', '氏名'])
    await applying.user.click(within(list.parentElement ?? list).getByRole('link', { name: '相談の方法' }))
    expect(screen.getByRole('radiogroup', { name: /^相談の方法/ })).toContainElement(
      document.activeElement as HTMLElement | null,
    )
    expect(applying.path(), 'a field of the same page is no other page').toBe(`${consultation}?step=consultation`)
    const described = { description: /^差戻しの理由：ご本人であることが確認できませんでした/ }
    expect(screen.getAllByRole('radiogroup', described)).toEqual([
      screen.getByRole('radiogroup', { name: /^相談の方法/ }),
    ])
    await expectAccessible()
    await applying.user.click(within(list.parentElement ?? list).getByRole('link', { name: '氏名' }))
    await heading('日時と連絡先')
    await waitFor(() => expect(screen.getByRole('group', { name: /^氏名/ })).toHaveFocus())
    expect(screen.getByRole('group', { name: /^氏名/ })).toHaveAccessibleDescription(/^差戻しの理由：/)
  })

  it('a step also names the answers to correct without a reason', async () => {
    const applying = await start()
    const { backend } = applying.sandbox
    const { returnReason: _none, ...returned } = sampleOrder(applying, 'CANCELLED_BY_TENANT').order
    backend.orders.save({ ...returned, returnFields: ['/consultation/way'] })
    const formVersion = await currentVersion('childcare-consultation')
    const content = { ...emptyContent(formVersion), answers: consultationAnswers, reapplyOf: returned.orderId }
    await leaveDraft(applying, 'childcare-consultation', {}, { content })
    await applying.open(`${consultation}?step=consultation`)
    const list = await screen.findByText('直すところ')
    expect(within(list.parentElement ?? list).getByRole('link', { name: '相談の方法' })).toBeVisible()
    expect(screen.queryByText('差戻しの理由')).toBeNull()
  })

  it('the form leads back to the returned application if the draft of its correction has expired', async () => {
    const applying = await start()
    const { order } = sampleOrder(applying, 'CANCELLED_BY_TENANT')
    const content = { ...emptyContent(await currentVersion('childcare-consultation')), answers: consultationAnswers }
    await leaveDraft(
      applying,
      'childcare-consultation',
      {},
      {
        content: { ...content, reapplyOf: order.orderId },
        changedAt: new Date(Date.now() - 7 * 24 * 60 * 60 * 1000 - 60_000).toISOString(),
        etag: '"old"',
        unsaved: false,
      },
    )
    await applying.open(consultation)
    expect(await screen.findByText(/一時保存の期限（1週間）が過ぎたため/)).toBeVisible()
    await applying.user.click(screen.getByRole('link', { name: '差し戻された内容からやり直す' }))
    expect(await screen.findByRole('button', { name: 'この内容をもとに申請する' })).toBeVisible()
  })

  describe('of a correction with all answers valid', () => {
    async function correct(returnFields: string[]) {
      const applying = await start()
      const { backend } = applying.sandbox
      const { order } = sampleOrder(applying, 'CANCELLED_BY_TENANT')
      backend.orders.save({ ...order, answers: consultationAnswers, returnFields })
      const formVersion = await currentVersion('childcare-consultation')
      const content = { ...emptyContent(formVersion), answers: consultationAnswers, reapplyOf: order.orderId }
      await leaveDraft(applying, 'childcare-consultation', {}, { content })
      return applying
    }

    it('a continued correction opens at the first answer to correct, until that answer has changed', async () => {
      const applying = await correct(['/consultation/way', '/gone/field'])
      await applying.open(consultation)
      await heading('相談の内容')
      await waitFor(() =>
        expect(screen.getByRole('radiogroup', { name: /^相談の方法/ })).toContainElement(
          document.activeElement as HTMLElement | null,
        ),
      )
      await applying.user.click(footButton('入力内容を確認する'))
      await heading('入力内容の確認')
      await applying.reload(consultation)
      await heading('相談の内容')
      await applying.user.click(screen.getByRole('radio', { name: 'オンラインで相談する' }))
      await applying.user.click(footButton('入力内容を確認する'))
      await heading('入力内容の確認')
      await applying.reload(consultation)
      await heading('入力内容の確認')
    })

    it('a continued correction opens at the first page if no answer is named', async () => {
      const applying = await correct([])
      await applying.open(consultation)
      await heading('相談の内容')
      expect(applying.path()).toBe(`${consultation}?step=consultation`)
    })

    it('a correction ends with a note on the last page if no named answer has changed', async () => {
      const applying = await correct(['/consultation/way', '/booking/name'])
      await applying.open(`${consultation}?step=review`)
      await heading('入力内容の確認')
      const note = '直すところがまだ変わっていません。'
      expect(await screen.findByText(note)).toBeVisible()
      expect(footButton('送信する')).toBeEnabled()
      await expectAccessible()
      await applying.user.click(screen.getByRole('link', { name: '相談の方法' }))
      await heading('相談の内容')
      expect(screen.queryByText(note)).toBeNull()
      await applying.user.click(screen.getByRole('radio', { name: 'オンラインで相談する' }))
      await applying.user.click(footButton('入力内容を確認する'))
      await heading('入力内容の確認')
      expect(screen.getByText('直すところ')).toBeVisible()
      expect(screen.queryByText(note)).toBeNull()
    })
  })

  it('a step shows when the service stops, and when it closes', async () => {
    const applying = await start()
    await applying.open(consultation)
    await heading('相談の内容')
    expect(screen.getByText(/「子育て相談の予約」は.+に受付を終了します。/)).toBeVisible()
    const { queryKey } = getListServicesQueryOptions('minato-city')
    const acceptance = { state: 'OPEN' as const, closesAt: '2099-03-31T23:59:00+09:00' }
    act(() => {
      applying.queryClient.setQueryData(queryKey, (services) =>
        services?.map(({ serviceStopAt: _stop, ...service }) => ({ ...service, acceptance })),
      )
    })
    expect(await screen.findByText('この手続きの受付は2099年3月31日（火） 23:59までです。')).toBeVisible()
    expect(screen.queryByText(/に受付を終了します。/)).toBeNull()
  })

  it('a step offers registered values, for the empty fields only', async () => {
    const applying = await start()
    await leaveDraft(applying, 'childcare-consultation', { consultation: consultationAnswers.consultation })
    await applying.open(`${consultation}?step=booking`)
    await heading('日時と連絡先')
    await applying.user.type(screen.getByRole('textbox', { name: '電話番号' }), '0312345678')
    await applying.user.click(await registeredOffer(applying))
    expect(screen.getByRole('textbox', { name: '姓' })).not.toHaveValue('')
    expect(screen.getByRole('textbox', { name: '電話番号' })).toHaveValue('0312345678')
    expect(document.activeElement, 'a text field would open the keyboard').toHaveAttribute('data-fields')
    expect(screen.queryByRole('button', { name: '登録している情報を入力する' })).toBeNull()
    await expectAccessible()
  })

  it('a step reports that no field is empty if the last was filled in before the click', async () => {
    const applying = await start()
    const { consultation: first, booking } = consultationAnswers
    const { phone: _phone, ...rest } = booking
    await leaveDraft(applying, 'childcare-consultation', { consultation: first, booking: rest })
    await applying.open(`${consultation}?step=booking`)
    await heading('日時と連絡先')
    const offer = await registeredOffer(applying)
    await applying.user.type(screen.getByRole('textbox', { name: '電話番号' }), '0312345678')
    await applying.user.click(offer)
    expect(await screen.findByText(/空いている欄がないため/)).toBeVisible()
    expect(screen.getByRole('textbox', { name: '電話番号' })).toHaveValue('0312345678')
    expect(document.activeElement).toHaveAttribute('data-fields')
    expect(offer).not.toBeInTheDocument()
  })

  it('a step can be changed from the review, to which the user then returns', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    await applying.user.click(screen.getByRole('link', { name: '「相談の内容」を修正する' }))
    await heading('相談の内容')
    await applying.user.click(screen.getByRole('radio', { name: 'オンラインで相談する' }))
    await applying.user.click(footButton('次へ'))
    await heading('日時と連絡先')
    await applying.user.click(footButton('入力内容を確認する'))
    await heading('入力内容の確認')
    expect(screen.getByText('オンラインで相談する')).toBeVisible()
  })

  it('the form leads back to a file that was deleted elsewhere, which can be chosen again', async () => {
    const applying = await start({ as: 'soumu@example.jp' })
    await openDocuments(applying)
    const plan = () => pdf('plan.pdf')
    await applying.user.upload(screen.getByLabelText('図面のファイルを選ぶ'), plan())
    await screen.findByRole('button', { name: 'plan.pdfを削除' })
    await applying.user.click(footButton('次へ'))
    await heading('確認と同意')
    await applying.user.click(footButton('一時保存する'))
    await screen.findByText(/^一時保存しました/)
    const { attachments, drafts, residents } = applying.sandbox.backend
    const userId = residents.findByEmail('minato-city', 'soumu@example.jp')?.userId ?? ''
    const draft = drafts.find({ tenantId: 'minato-city', userId, serviceId: 'road-occupancy', type: 'corporate' })
    for (const id of attachmentIds(valueAt(draft?.answers, '/documents/drawings'))) attachments.remove(id)
    await applying.reload(`${roadOccupancy}?step=consent`)
    await heading('図面と写真')
    const drawings = await screen.findByRole('group', { name: /^図面/ })
    await waitFor(() => expect(drawings.contains(document.activeElement)).toBe(true))
    expect(within(drawings).getByText(/^このファイルは削除されているため/)).toBeVisible()
    await expectAccessible()
    await applying.user.upload(within(drawings).getByLabelText('添付したファイルを選び直す'), plan())
    await within(drawings).findByRole('button', { name: 'plan.pdfを削除' })
    await applying.user.click(footButton('次へ'))
    await heading('確認と同意')
  })

  it('a file that another device has removed is named at its field as soon as its answers are taken over', async () => {
    const applying = await start()
    const personName = certificateAnswers.applicant.name
    const other = { whose: 'other', personName, personBirthDate: '1980-01-01', relation: '知人' }
    const answers = { ...certificateAnswers, certificate: { ...certificateAnswers.certificate, ...other } }
    await leaveDraft(applying, 'residence-certificate', answers)
    await applying.open('/application/minato-city/residence-certificate/individual?step=certificate')
    const letter = new File(['%PDF-1.4'], 'letter.pdf', { type: 'application/pdf' })
    await applying.user.upload(await screen.findByLabelText('委任状のファイルを選ぶ'), letter)
    await screen.findByRole('button', { name: 'letter.pdfを削除' })
    await applying.user.click(footButton('一時保存する'))
    await screen.findByText(/^一時保存しました/)
    await putElsewhere(applying, 'residence-certificate', { answers })
    await applying.user.type(screen.getByLabelText('必要な方との関係'), 'の知人')
    await applying.user.click(footButton('一時保存する'))
    const line = await screen.findByText(/^letter.pdf — 別の端末で削除されました。/)
    expect(screen.getByRole('group', { name: /^委任状/ })).toContainElement(line)
    expect(screen.getByLabelText('必要な方との関係')).toHaveValue('知人の知人')
    expect(screen.queryByRole('dialog')).toBeNull()
    await expectAccessible()
  })

  it('shows the files of both devices that have replaced one, and asks nothing', async () => {
    const applying = await start()
    const personName = certificateAnswers.applicant.name
    const other = { whose: 'other', personName, personBirthDate: '1980-01-01', relation: '知人' }
    const answers = { ...certificateAnswers, certificate: { ...certificateAnswers.certificate, ...other } }
    await leaveDraft(applying, 'residence-certificate', answers)
    await applying.open('/application/minato-city/residence-certificate/individual?step=certificate')
    const attach = async (name: string) => {
      const input = await screen.findByLabelText('委任状のファイルを選ぶ')
      await applying.user.upload(input, new File(['%PDF-1.4'], name, { type: 'application/pdf' }))
      return screen.findByRole('button', { name: `${name}を削除` })
    }
    const save = () => applying.user.click(footButton('一時保存する'))
    const userId = applying.owner.userId
    const place = { tenantId: 'minato-city', userId, serviceId: 'residence-certificate', type: 'individual' }
    const letter = () => valueAt(applying.sandbox.backend.drafts.find(place)?.answers, '/certificate/letterOfAttorney')
    const remove = await attach('theirs.pdf')
    await save()
    await waitFor(() => expect(attachmentIds(letter())).toHaveLength(1))
    const theirs = letter()
    await applying.user.click(remove)
    const removeAgain = await attach('before.pdf')
    await save()
    await waitFor(() => expect(letter()).not.toEqual(theirs))
    await putElsewhere(applying, 'residence-certificate', {
      answers: { ...answers, certificate: { ...answers.certificate, letterOfAttorney: theirs } },
    })
    await applying.user.click(removeAgain)
    await attach('mine.pdf')
    await save()
    expect(await screen.findByRole('button', { name: 'theirs.pdfを表示' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'mine.pdfを表示' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'before.pdfを表示' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(attachmentIds(letter())).toHaveLength(2))
  })

  it('saves the file of an upload that ends after its page was left and shown again', async () => {
    const upload = Promise.withResolvers<void>()
    const isUpload = ({ method, url }: Request) => method === 'POST' && url.endsWith('/o/attachments')
    const applying = await start({
      as: 'soumu@example.jp',
      instead: async (request) => (isUpload(request) ? upload.promise.then(() => null) : null),
    })
    await openDocuments(applying)
    await applying.user.upload(screen.getByLabelText('図面のファイルを選ぶ'), pdf('plan.pdf'))
    await applying.user.click(footButton('戻る'))
    await heading('占用の内容')
    await applying.user.click(footButton('次へ'))
    await heading('図面と写真')
    upload.resolve()
    await screen.findByRole('button', { name: 'plan.pdfを削除' })
    await waitFor(async () => {
      const [draft] = await localDrafts.listOf('minato-city', applying.owner.userId)
      expect(attachmentIds(valueAt(draft?.content.answers, '/documents/drawings'))).toHaveLength(1)
    })
  })

  it('says that a file is not saved, while it is uploaded and after that has failed', async () => {
    const upload = Promise.withResolvers<Response>()
    const isUpload = ({ method, url }: Request) => method === 'POST' && url.endsWith('/o/attachments')
    const applying = await start({
      as: 'soumu@example.jp',
      instead: async (request) => (isUpload(request) ? upload.promise : null),
    })
    await openDocuments(applying)
    const status = screen.getByRole('status', { name: '保存の状態' })
    await waitFor(() => expect(status).toHaveTextContent(/に保存しました$/))
    await applying.user.upload(screen.getByLabelText('図面のファイルを選ぶ'), pdf('plan.pdf'))
    expect(status).toHaveTextContent('未保存のファイルがあります')
    await applying.user.click(footButton('一時保存する'))
    expect(await screen.findByText(/アップロードが終わっていないファイルは、まだ保存されていません/)).toBeVisible()
    upload.resolve(new Response(null, { status: 503 }))
    await applying.user.click(await screen.findByRole('button', { name: 'plan.pdfをもう一度アップロード' }))
    expect(await screen.findByRole('button', { name: 'plan.pdfを削除' })).toBeVisible()
    expect(status).toHaveTextContent('未保存のファイルがあります')
    await applying.user.click(screen.getByRole('button', { name: 'plan.pdfを削除' }))
    await waitFor(() => expect(status).toHaveTextContent(/に保存しました$/))
  })

  it('sends a file again by itself whose upload has failed, as soon as the network is back', async () => {
    const applying = await start({ as: 'soumu@example.jp' })
    await openDocuments(applying)
    applying.fault({ kind: 'unavailable', operation: 'uploadAttachment', times: 1 })
    await applying.user.upload(screen.getByLabelText('図面のファイルを選ぶ'), pdf('plan.pdf'))
    await screen.findByRole('button', { name: 'plan.pdfをもう一度アップロード' })
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByRole('button', { name: 'plan.pdfを削除' })
    expect(await screen.findByRole('button', { name: 'plan.pdfを表示' })).toBeVisible()
  })

  it('the form leads back to a file in which a virus is found on the next page, with the focus on its field', async () => {
    const applying = await start({ as: 'soumu@example.jp' })
    await openDocuments(applying)
    await applying.user.upload(screen.getByLabelText('図面のファイルを選ぶ'), pdf('virus.pdf'))
    await screen.findByRole('button', { name: 'virus.pdfを削除' })
    await applying.user.click(footButton('次へ'))
    await heading('確認と同意')
    applying.sandbox.backend.clock.shift(60_000)
    await heading('図面と写真')
    const drawings = screen.getByRole('group', { name: /^図面/ })
    await waitFor(() => expect(drawings.contains(document.activeElement)).toBe(true))
    expect(within(drawings).getByText(/^ウイルスが検出された/)).toBeVisible()
  })
})

describe('the fee so far', () => {
  it('the fee so far is shown while items are chosen, and neither before nor with an invalid number', async () => {
    const applying = await start()
    const name = { familyName: '港', givenName: '花子', familyNameKana: 'ミナト', givenNameKana: 'ハナコ' }
    const applicant = { name, phone: '09012345678', email: 'hanako@example.jp' }
    await leaveDraft(applying, 'bulky-waste', { applicant, items: { lines: [{}] } })
    await applying.open('/application/minato-city/bulky-waste/individual?step=items')
    await heading('出すもの')
    expect(screen.queryByText(/ここまでの合計/)).toBeNull()
    await applying.user.selectOptions(screen.getByRole('combobox', { name: /品目/ }), 'ソファー（2人用以上）2,000円')
    await applying.user.clear(screen.getByRole('textbox', { name: /個数/ }))
    await applying.user.type(screen.getByRole('textbox', { name: /個数/ }), '2')
    await applying.user.tab()
    expect(await screen.findByText('ここまでの合計 4,000円')).toBeVisible()

    // The limit is 5.
    await applying.user.type(screen.getByRole('textbox', { name: /個数/ }), '2')
    await applying.user.tab()
    await waitFor(() => expect(screen.getByRole('textbox', { name: /個数/ })).toHaveAttribute('aria-invalid', 'true'))
    expect(screen.queryByText(/ここまでの合計/)).toBeNull()
  })

  it('the fee so far is shown with what was paid for the returned application, because it is carried over', async () => {
    const applying = await start()
    const { order } = sampleOrder(applying, 'CANCELLED_BY_TENANT')
    const { serviceId, formVersion, orderId } = order
    const content = { ...emptyContent(formVersion), answers: toAnswers(order.answers) }
    await leaveDraft(applying, serviceId, {}, { content })
    const leave = (reapplyOf: string) => leaveDraft(applying, serviceId, {}, { content: { ...content, reapplyOf } })
    await applying.open(`/application/minato-city/${serviceId}/individual?step=1`)
    expect(await screen.findByText('ここまでの合計 710円')).toBeVisible()
    await applying.reload(`/application/minato-city/${serviceId}/individual?step=1`, () => leave(orderId))
    // The returned application arrives later than the fee.
    await waitFor(() =>
      expect(screen.getByText(/ここまでの合計/).closest('p')).toHaveTextContent(
        /^ここまでの合計 710円 （お支払い済みのため、今回のお支払いはありません）$/,
      ),
    )

    // The second of three applications: what was paid for the first counts for the third, too.
    const second = { ...order, orderId: 'OR-SECOND', receiptNumber: '2026-000001', reapplyOf: orderId }
    applying.sandbox.backend.orders.save(second)
    await applying.reload(`/application/minato-city/${serviceId}/individual?step=1`, () => leave(second.orderId))
    await waitFor(() =>
      expect(screen.getByText(/ここまでの合計/).closest('p')).toHaveTextContent(
        /^ここまでの合計 710円 （お支払い済みのため、今回のお支払いはありません）$/,
      ),
    )

    // An API of an older version does not say what was paid before.
    applying.sandbox.backend.orders.save({ ...order, reapplyOf: 'OR-EARLIER' })
    await applying.reload(`/application/minato-city/${serviceId}/individual?step=1`, () => leave(orderId))
    await waitFor(() =>
      expect(screen.getByText(/ここまでの合計/).closest('p')).toHaveTextContent(
        /^ここまでの合計 710円 （お支払い済みがあれば差し引く前）$/,
      ),
    )
  })

  it('names what was paid as an amount only if the corrected application costs more', async () => {
    const applying = await start()
    const { order } = sampleOrder(applying, 'CANCELLED_BY_TENANT')
    const answers = toAnswers(order.answers)
    const certificate = { ...answers.certificate, copies: 3 }
    const content = {
      ...emptyContent(order.formVersion),
      answers: { ...answers, certificate },
      reapplyOf: order.orderId,
    }
    await leaveDraft(applying, order.serviceId, {}, { content })
    await applying.open(`/application/minato-city/${order.serviceId}/individual?step=1`)
    await waitFor(() =>
      expect(screen.getByText(/ここまでの合計/).closest('p')).toHaveTextContent(
        /^ここまでの合計 1,010円 （お支払い済み 710円）$/,
      ),
    )
  })

  it('names no payment if the returned application was not paid', async () => {
    const applying = await start()
    const { order } = sampleOrder(applying, 'CANCELLED_BY_TENANT')
    const unpaid = sampleOrder(applying, 'WAITING_PAYMENT').order
    const content = { ...emptyContent(order.formVersion), answers: toAnswers(order.answers) }
    await leaveDraft(applying, order.serviceId, {}, { content: { ...content, reapplyOf: unpaid.orderId } })
    await applying.open(`/application/minato-city/${order.serviceId}/individual?step=1`)
    expect(await screen.findByText(/ここまでの合計/)).toHaveTextContent(/^ここまでの合計 710円$/)
  })
})

describe('the progress of a form on one page', () => {
  it('shows the name of the form once, as the heading', async () => {
    const applying = await start()
    await applying.open('/application/minato-city/residence-certificate/individual')
    await heading('住民票の写しの交付請求')
    expect(screen.getByRole('main').textContent.split('住民票の写しの交付請求')).toHaveLength(2)
    const pages = within(await screen.findByRole('list', { name: /の進み具合$/ })).getAllByRole('listitem')
    expect(pages.map(({ textContent }) => textContent)).toEqual(['入力', 'お支払い'])
    expect(document.title).toMatch(/^入力（1\/2）住民票の写しの交付請求/)
  })
})

describe('registered data', () => {
  const certificate = '/application/minato-city/residence-certificate/individual'
  const change = () => screen.findByRole('button', { name: '直す' })
  const registered = {
    name: { familyName: '港', givenName: '花子', familyNameKana: 'ミナト', givenNameKana: 'ハナコ' },
    birthDate: '1990-04-01',
    address: {
      postalCode: '1050011',
      prefecture: '東京都',
      city: '港区',
      town: '芝公園',
      street: '4丁目2-8',
      building: '芝公園ハイツ301',
    },
    phone: '09012345678',
    email: 'hanako@example.jp',
  }

  it('registered data is filled in on opening and shown as a card, whose fields appear for changing it', async () => {
    const applying = await start()
    await applying.open(certificate)
    await heading('住民票の写しの交付請求')
    expect(await screen.findByText('港 花子（ミナト ハナコ）')).toBeVisible()
    expect(document.querySelector('main input')?.closest('[hidden]'), 'no hidden field is rendered').toBeNull()
    expect(screen.queryByRole('textbox', { name: '姓' })).toBeNull()
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
    expect(terms.slice(0, 5), 'in the order of the form').toEqual([
      '氏名',
      '生年月日',
      '住所',
      '電話番号',
      'メールアドレス',
    ])
    await expectAccessible()
    await applying.user.click(await change())
    expect(screen.getByRole('textbox', { name: '姓' })).toHaveValue('港')
    expect(document.activeElement, 'a text field would open the keyboard').toHaveAttribute('data-fields')
    expect(screen.queryByText('港 花子（ミナト ハナコ）')).toBeNull()
  })

  function changeProfile({ owner, sandbox }: Applying): void {
    const { residents } = sandbox.backend
    const resident = residents.find(owner.tenantId, owner.userId)
    if (resident?.profile.address === undefined) throw new Error('The user has no address')
    const address = { ...resident.profile.address, street: '9丁目9-9' }
    const profile = { ...resident.profile, address, phone: '07011112222' }
    residents.save({ ...resident, profile, profileVersion: resident.profileVersion + 1 })
  }

  it('registered data that was not changed follows the profile after a reload, and the page names it', async () => {
    const applying = await start()
    await applying.open(certificate)
    await applying.user.click(await change())
    await applying.user.clear(screen.getByRole('textbox', { name: '電話番号' }))
    await applying.user.type(screen.getByRole('textbox', { name: '電話番号' }), '0312345678')
    await applying.user.click(footButton('一時保存する'))
    expect(await screen.findByText(/^一時保存しました/)).toBeVisible()
    changeProfile(applying)
    await applying.reload(`${certificate}?step=applicant`)
    expect(await screen.findByText('登録している情報が変わったため、新しい情報にしました（住所）。')).toBeVisible()
    expect(screen.getByRole('textbox', { name: '番地' })).toHaveValue('9丁目9-9')
    expect(screen.getByRole('textbox', { name: '電話番号' })).toHaveValue('0312345678')
    await expectAccessible()
  })

  it('registered data follows the profile when the user comes back to the form', async () => {
    const applying = await start()
    await applying.open(certificate)
    await change()
    await applying.user.click(screen.getByRole('radio', { name: '本人' }))
    await applying.open('/minato-city/applicationhistory')
    changeProfile(applying)
    applying.queryClient.removeQueries({ queryKey: getGetProfileQueryKey() })
    await applying.open(`${certificate}?step=applicant`)
    expect(
      await screen.findByText(/^登録している情報が変わったため、新しい情報にしました（電話番号、住所）。$/),
    ).toBeVisible()
    expect(screen.getByRole('region', { name: '登録している情報' })).toHaveTextContent('9丁目9-9')
  })

  it.each([
    ['the payment as its last page', false, /お支払い$/],
    ['the review as its last page if it is a correction, which is often paid', true, /確認$/],
  ])('names %s', async (_last, isCorrection, last) => {
    const applying = await start()
    const reapplyOf = isCorrection ? sampleOrder(applying, 'CANCELLED_BY_TENANT').order.orderId : null
    const content = {
      ...emptyContent(await currentVersion('residence-certificate')),
      answers: { applicant: registered },
    }
    await leaveDraft(applying, 'residence-certificate', {}, { content: { ...content, reapplyOf } })
    await applying.open(`${certificate}?step=applicant`)
    expect(await screen.findByRole('list', { name: /の進み具合$/ })).toHaveTextContent(last)
  })

  it('stays in its fields if one of them is to be corrected, also after a reload', async () => {
    const applying = await start()
    const { backend } = applying.sandbox
    const returned = sampleOrder(applying, 'CANCELLED_BY_TENANT').order
    backend.orders.save({ ...returned, returnFields: ['/applicant/phone'] })
    const content = {
      ...emptyContent(await currentVersion('residence-certificate')),
      answers: { applicant: registered },
    }
    await leaveDraft(applying, 'residence-certificate', {}, { content: { ...content, reapplyOf: returned.orderId } })
    await applying.open(`${certificate}?step=applicant`)
    const phone = await screen.findByRole('textbox', { name: '電話番号' })
    expect(phone).toHaveAccessibleDescription(/^差戻しの理由：/)
    expect(screen.queryByRole('region', { name: '登録している情報' })).toBeNull()
    await applying.user.click(screen.getByRole('link', { name: '電話番号' }))
    expect(phone).toHaveFocus()
  })

  it('shows its fields again if one of them is refused', async () => {
    const applying = await start()
    await applying.open(certificate)
    await change()
    await applying.user.click(footButton('入力内容を確認する'))
    expect(await change(), 'no error is in the card').toBeVisible()
    const { user } = applying
    await user.click(screen.getByRole('radio', { name: '本人' }))
    await user.click(screen.getByRole('radio', { name: '世帯全員の写し' }))
    await user.click(screen.getByRole('radio', { name: '金融機関での手続き' }))
    await user.click(screen.getByRole('radio', { name: '郵送で受け取る' }))
    await user.click(screen.getByRole('checkbox', { name: /住民基本台帳の確認に同意します/ }))
    await user.click(footButton('入力内容を確認する'))
    await heading('内容と金額の確認')
    await screen.findByText('410円')
    applying.answerInstead('submitOrder', 422, {
      code: 'SE_CO_0400',
      errors: [{ pointer: '/answers/applicant/phone', code: 'format', message: '' }],
    })
    await send(applying)
    await heading('住民票の写しの交付請求')
    expect(await screen.findByRole('textbox', { name: '電話番号' })).toBeVisible()
  })
})

const rememberedOrder = 'portal.order.minato-city'

/** Leaves the page that waits for the result, which then arrives. Returns the receipt number. */
async function sendAndLeave(applying: Applying): Promise<string> {
  await reviewConsultation(applying)
  applying.fault({ kind: 'submission-slow', operation: 'submitOrder', times: 1, delayMs: 0 })
  await send(applying)
  await heading('予約を処理しています')
  await act(() => applying.router.navigate('/minato-city/applicationhistory'))
  await heading('申請履歴')
  await waitFor(() => expect(applying.orders()).toHaveLength(1))
  const [order] = applying.orders()
  await waitFor(() => expect(sessionStorage.getItem(rememberedOrder)).toContain(order?.orderId ?? 'none'))
  expect(applying.path()).toBe('/minato-city/applicationhistory')
  return order?.receiptNumber ?? 'none'
}

describe('submitting', () => {
  it('requires the confirmation first, at its checkbox (F-05)', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    await applying.user.click(footButton('送信する'))
    const box = screen.getByRole('checkbox', { name: /誤りがないことを確認/ })
    expect(box).toHaveFocus()
    expect(box).toHaveAccessibleDescription(/チェックを入れてください/)
    expect(applying.calls('submitOrder')).toHaveLength(0)
  })

  it('sends once, however often the button is clicked (P-01)', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    await applying.user.click(screen.getByRole('checkbox', { name: /誤りがないことを確認/ }))
    const button = footButton('送信する')
    fireEvent.click(button)
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
    expect(applying.calls('submitOrder')).toHaveLength(1)
    expect(applying.orders()).toHaveLength(1)
  })

  it('ends with one order if the response is lost (P-02)', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.fault({ kind: 'answer-lost', operation: 'submitOrder', times: 1 })
    await send(applying)
    await heading('予約を処理しています')
    expect(screen.getByText(/もう一度送信せず/)).toBeVisible()
    await expectAccessible()
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
    expect(applying.calls('submitOrder')).toHaveLength(1)
    expect(applying.orders()).toHaveLength(1)
  })

  it('polls after a reload, with the same key (P-02)', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.fault({ kind: 'answer-lost', operation: 'submitOrder', times: 1 })
    applying.fault({ kind: 'unavailable', operation: 'getSubmission', times: 1, retryAfter: 60 })
    await send(applying)
    await heading('予約を処理しています')
    await waitFor(() => expect(applying.calls('getSubmission')).toHaveLength(1))
    await applying.reload(consultation)
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
    expect(applying.calls('submitOrder')).toHaveLength(1)
  })

  it('offers to send again only if nothing arrived, with the same key', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.fault({ kind: 'reset', operation: 'submitOrder', times: 1 })
    await send(applying)
    await heading('予約を処理しています')
    await heading('予約は届いていません')
    await expectAccessible()
    expect(applying.orders()).toHaveLength(0)
    await applying.user.click(screen.getByRole('button', { name: 'もう一度送信する' }))
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
    const keys = applying.calls('submitOrder').map(({ key }) => key)
    expect(new Set(keys).size).toBe(1)
  })

  it('waits for an application that is being processed (202)', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.fault({ kind: 'submission-slow', operation: 'submitOrder', times: 1, delayMs: 500 })
    await send(applying)
    await heading('予約を処理しています')
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
  })

  it('offers to check for the result only after the request has ended', async () => {
    const response = Promise.withResolvers<Response>()
    const applying = await start({
      instead: ({ method, url }) => (method === 'POST' && url.endsWith('/o/orders') ? response.promise : null),
    })
    await reviewConsultation(applying)
    await send(applying)
    await screen.findByRole('button', { name: '送信しています' })
    await act(() => applying.router.navigate(`${consultation}?step=consultation`))
    await heading('予約を処理しています')
    expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull()
    await expectAccessible()
    response.resolve(answer(503, {}, { 'Retry-After': '60' }))
    await applying.user.click(await screen.findByRole('button', { name: '今すぐ確認する' }))
    await heading('予約は届いていません')
    expect(applying.calls('getSubmission')).toHaveLength(1)
  })

  it('shows a result that arrives after the user has left, and then begins another application (P-03)', async () => {
    const applying = await start()
    const number = await sendAndLeave(applying)
    await applying.open(consultation)
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
    expect(await screen.findAllByText(new RegExp(number))).not.toHaveLength(0)
    await applying.open(consultation)
    await heading('相談の内容')
    expect(screen.getByRole('checkbox', { name: '睡眠' })).not.toBeChecked()
    expect(applying.calls('submitOrder')).toHaveLength(1)
  })

  it('shows its own result after the user has left, even if this tab has sent another application meanwhile', async () => {
    const applying = await start()
    const number = await sendAndLeave(applying)
    const { orderId } = sampleOrder(applying, 'IN_PROCESS').order
    sessionStorage.setItem(rememberedOrder, JSON.stringify({ orderId }))
    await applying.open(consultation)
    await heading('予約を受け付けました')
    expect(screen.getAllByText(new RegExp(number))).not.toHaveLength(0)
  })

  it.each(['unavailable', 'too-many', 'error-500'] as const)('keeps everything if the API answers %s', async (kind) => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.fault({ kind, operation: 'submitOrder', times: 1, retryAfter: 1 })
    await send(applying)
    await heading('予約は届いていません')
    await applying.user.click(screen.getByRole('button', { name: '入力内容に戻る' }))
    expect(await heading('入力内容の確認')).toHaveFocus()
    expect(screen.getByText('090-1234-5678')).toBeVisible()
    await send(applying)
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
    expect(applying.orders()).toHaveLength(1)
  })

  describe('if it arrives late, after the answers were corrected', () => {
    /** The first submission is lost, and the phone number is corrected. */
    async function correctAfterLoss() {
      let lost: Request | null = null
      const applying = await start({
        instead(request) {
          if (lost !== null || request.method !== 'POST' || !request.url.endsWith('/o/orders')) return null
          lost = request.clone()
          return Response.error()
        },
      })
      await reviewConsultation(applying)
      await send(applying)
      await heading('予約は届いていません')
      await applying.user.click(screen.getByRole('button', { name: '入力内容に戻る' }))
      await heading('入力内容の確認')
      await applying.open(`${consultation}?step=booking`)
      const phone = await screen.findByRole('textbox', { name: '電話番号' })
      await applying.user.clear(phone)
      await applying.user.type(phone, '08087654321')
      return {
        ...applying,
        async arrive() {
          if (lost !== null) await applying.sandbox.fetch(lost)
          expect(applying.orders()).toHaveLength(1)
        },
      }
    }

    async function expectToldWhatDiffers(applying: Applying): Promise<void> {
      const [received] = applying.orders()
      const dialog = await screen.findByRole('dialog', { name: '前に送信した内容を受け付けています' })
      expect(dialog).toHaveTextContent(`受付番号は${received?.receiptNumber}です。`)
      expect(within(dialog).getByText('受け付けた内容：09012345678')).toBeVisible()
      expect(within(dialog).getByText('この画面：08087654321')).toBeVisible()
      expect(within(dialog).getAllByRole('term')).toHaveLength(1)
      expect(within(dialog).getByText(/先に「送信した内容を確認する」の画面で取り下げて/)).toBeVisible()
      expect(applying.path()).not.toMatch(/success/)
      await expectAccessible()
    }

    it('says that the earlier version was received and what differs, and keeps the correction', async () => {
      const applying = await correctAfterLoss()
      await applying.arrive()
      await applying.open(`${consultation}?step=review`)
      await heading('入力内容の確認')
      await send(applying)
      await expectToldWhatDiffers(applying)
      await applying.reload(`${consultation}?step=booking`)
      await expectToldWhatDiffers(applying)
      await applying.user.click(screen.getByRole('button', { name: 'あとで決める' }))
      expect(await screen.findByRole('textbox', { name: '電話番号' })).toHaveValue('08087654321')
      await applying.user.click(screen.getByRole('button', { name: '内容を確認して決める' }))
      await applying.user.click(await screen.findByRole('button', { name: 'この内容で新しい予約を続ける' }))
      await applying.open(`${consultation}?step=review`)
      await heading('入力内容の確認')
      await send(applying)
      await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
      expect(applying.orders().map(({ answers }) => valueAt(answers, '/booking/phone'))).toEqual([
        '08087654321',
        '09012345678',
      ])
    })

    it('says so as well when the correction is saved', async () => {
      const applying = await correctAfterLoss()
      await applying.arrive()
      await applying.user.click(footButton('一時保存する'))
      await expectToldWhatDiffers(applying)
      expect(screen.getByRole('textbox', { name: '電話番号', hidden: true })).toHaveValue('08087654321')
    })

    it('leads to what was received, and says after its withdrawal that it is withdrawn', async () => {
      const applying = await correctAfterLoss()
      await applying.arrive()
      await applying.user.click(footButton('一時保存する'))
      await applying.user.click(await screen.findByRole('button', { name: '送信した内容を確認する' }))
      const [received] = applying.orders()
      await waitFor(() => expect(applying.path()).toBe(`/minato-city/history-details/${received?.orderId}`))
      await applying.user.click(await screen.findByRole('button', { name: '取り下げる' }))
      const question = await screen.findByRole('dialog')
      await applying.user.click(within(question).getByRole('button', { name: '取り下げる' }))
      await waitFor(() => expect(applying.orders()[0]?.status).toBe('CANCELLED_BY_USER'))
      await applying.open(`${consultation}?step=booking`)
      expect(await screen.findByText('受け付けた内容は、すでに取り下げられています。')).toBeVisible()
      expect(screen.getByText('この画面：08087654321')).toBeVisible()
    })
  })

  it('shows that the service has stopped, with the link back', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.answerInstead('submitOrder', 410, { code: 'SE_AP_0001' })
    await send(applying)
    expect(await heading('予約を続けることができません')).toHaveFocus()
    expect(screen.getByText(/トップ画面に戻って/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'トップ画面に戻る' })).toHaveAttribute(
      'href',
      '/minato-city/applicationlist',
    )
    await expectAccessible()
  })

  it('says when a service opens, also if it has no form yet', async () => {
    const applying = await start()
    await applying.open('/application/minato-city/flu-vaccination/individual')
    await heading('この手続きの受付はまだ始まっていません')
    expect(screen.getByText(/に始まります/)).toBeVisible()
    expect(screen.queryByText(/続けることができません/), 'nothing was begun').toBeNull()
    expect(screen.getByRole('link', { name: 'トップ画面に戻る' })).toBeVisible()
  })

  it('leads users from the LINE chat back to it (applicationReturnLine)', async () => {
    noteArrival('?from=line')
    const applying = await start()
    await reviewConsultation(applying)
    applying.answerInstead('submitOrder', 404, { code: 'SE_AP_0002' })
    await send(applying)
    await heading('予約を続けることができません')
    expect(screen.getByText(/LINEのトーク画面に戻って/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'トップ画面に戻る' })).toBeVisible()
  })

  it.each([
    [409, { code: 'SE_AP_0004' }, /同じ内容の予約をすでに受け付けています/],
    [409, { code: 'SE_AP_0003' }, /予約フォームが新しくなったため、まだ送信していません/],
    [413, { code: 'SE_CO_0413' }, /送信する内容が大きすぎます/],
    [403, {}, /予約を送信できませんでした/],
    [422, { code: 'SE_AT_0001' }, /ウイルスが検出された/],
  ])('explains a refusal (%i %o) and keeps the answers and the key', async (status, body, message) => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.answerInstead('submitOrder', status, body)
    await send(applying)
    const alert = await screen.findByText(message)
    expect(alert.closest('[role="alert"]')).toHaveFocus()
    expect(screen.getByText('090-1234-5678')).toBeVisible()
    await expectAccessible()
    await applying.user.click(footButton('送信する'))
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
    expect(new Set(applying.keysSent('POST', '/app/web/o/orders')).size).toBe(1)
  })

  it('stays on the page, but leaves the focus to the heading of the page when the user comes back to it', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.answerInstead('submitOrder', 403, {})
    await send(applying)
    await screen.findByText(/予約を送信できませんでした/)
    await applying.user.click(screen.getByRole('link', { name: '「相談の内容」を修正する' }))
    await heading('相談の内容')
    await applying.user.click(footButton('次へ'))
    await heading('日時と連絡先')
    await applying.user.click(footButton('入力内容を確認する'))
    expect(await heading('入力内容の確認')).toHaveFocus()
    expect(screen.getByText(/予約を送信できませんでした/)).toBeVisible()
  })

  it('leads to the refused field, and accepts the corrected answer', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.answerInstead('submitOrder', 422, {
      code: 'SE_CO_0400',
      errors: [{ pointer: '/answers/booking/time', code: 'enum', message: '' }],
    })
    await send(applying)
    await heading('日時と連絡先')
    expect(await screen.findByRole('heading', { name: /1件の修正が必要/ })).toBeVisible()
    await applying.user.click(footButton('入力内容を確認する'))
    expect(screen.getByRole('heading', { level: 1 }), 'the refused answer stays refused').toHaveTextContent(
      '日時と連絡先',
    )
    await applying.user.click(screen.getByRole('radio', { name: '15:30' }))
    await applying.user.click(footButton('入力内容を確認する'))
    await heading('入力内容の確認')
    expect(screen.queryByText(/修正が必要な項目があります/)).toBeNull()
    await applying.user.click(screen.getByRole('link', { name: '「日時と連絡先」を修正する' }))
    await heading('日時と連絡先')
    expect(screen.queryByRole('heading', { name: /修正が必要/ })).toBeNull()
    await applying.user.click(footButton('入力内容を確認する'))
    await heading('入力内容の確認')
    await send(applying)
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
  })

  it('sends nothing without a network, neither now nor later automatically (P-12)', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.setNetwork({ works: false, hint: false })
    await send(applying)
    expect(await screen.findByText(/接続を確認してから、もう一度送信してください/)).toBeVisible()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    applying.setNetwork({ works: true, hint: true })
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    vi.useRealTimers()
    expect(applying.calls('submitOrder')).toHaveLength(0)
    await applying.user.click(footButton('送信する'))
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
  })

  it('sends if the browser wrongly says that there is no network', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.setNetwork({ works: true, hint: false })
    await send(applying)
    await waitFor(() => expect(applying.path()).toBe('/minato-city/order/success'))
    expect(applying.calls('submitOrder')).toHaveLength(1)
  })

  it('opens the sign-in dialog over the page if the session has ended, and loses nothing (S-15)', async () => {
    const applying = await start()
    await reviewConsultation(applying)
    applying.fault({ kind: 'unauthorized', operation: 'submitOrder', times: 2 })
    await send(applying)
    expect(await screen.findByRole('dialog')).toBeVisible()
    expect(screen.getByText('090-1234-5678')).toBeInTheDocument()
    expect(applying.orders()).toHaveLength(0)
  })
})
