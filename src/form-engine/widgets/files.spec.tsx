import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { UploadRefused } from '../attachments/attachment-storage.ts'
import type { AttachmentRef, Uploads } from '../attachments/attachment-storage.ts'
import { FormUploads } from '../attachments/form-uploads.ts'
import { exampleForm } from '../testing/example-form.ts'
import { expectAccessible, oneField, renderStep } from '../testing/render-step.tsx'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])
function file(name = '地図.png', content: BlobPart = png, type = 'image/png') {
  return new File([content], name, { type })
}

function form() {
  return oneField(
    { type: 'array', minItems: 1, items: { type: 'string', format: 'attachment-id' } },
    { label: '位置図' },
    {
      'ui:widget': 'files',
      'ui:options': { accept: ['image/png', 'application/pdf'], maxSize: 1024 * 1024, maxFiles: 2, purpose: 'map' },
    },
  )
}

/** Uploads that end when the test says so. */
function uploads(overrides: Partial<Uploads> = {}) {
  const open: {
    file: File
    purpose: string
    progress: (share: number) => void
    signal: AbortSignal
    done: (scan?: AttachmentRef['scan']) => void
    fail: (error: Error) => void
  }[] = []
  const port: Uploads = {
    upload: (sent, purpose, progress, signal) =>
      new Promise((resolve, reject) => {
        const number = open.length + 1
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        open.push({
          file: sent,
          purpose,
          progress,
          signal,
          done: (scan = 'CLEAN') =>
            resolve({
              attachmentId: `AT-${number}`,
              name: sent.name,
              contentType: sent.type,
              size: sent.size,
              scan,
            }),
          fail: reject,
        })
      }),
    remove: vi.fn(async () => Promise.resolve()),
    preview: async (id) => Promise.resolve(`https://portal.test/${id}`),
    ...overrides,
  }
  return { port, open }
}

function chooser() {
  return screen.getByLabelText<HTMLInputElement>('位置図のファイルを選ぶ')
}

async function choose(...files: File[]) {
  // The browser's filter can be bypassed by a user, so the test bypasses it.
  await userEvent.setup({ applyAccept: false }).upload(chooser(), files)
}

describe('attachments, chosen by a button (A-14)', () => {
  it('the field shows inside LINE that only photos may be offered, if other files are accepted', async () => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 Line/26.1.0 LIFF')
    const hint = /LINEの中では、写真しか選べないことがあります。/
    const { unmount } = await renderStep(form(), 'a', { uploads: uploads().port })
    expect(screen.getByText(hint)).toBeVisible()
    expect(chooser()).toHaveAccessibleDescription(hint)
    unmount()
    const photos = oneField(
      { type: 'string', format: 'attachment-id' },
      { label: '写真' },
      {
        'ui:widget': 'files',
        'ui:options': { accept: ['image/jpeg'], purpose: 'map' },
      },
    )
    const pictures = await renderStep(photos, 'a', { uploads: uploads().port })
    expect(screen.queryByText(hint)).toBeNull()
    pictures.unmount()
    agent.mockRestore()
    await renderStep(form(), 'a', { uploads: uploads().port })
    expect(screen.queryByText(hint)).toBeNull()
  })

  it('a file is sent when it is chosen, with its progress, and the answer contains its id', async () => {
    const { port, open } = uploads()
    const { answers, container } = await renderStep(form(), 'a', { uploads: port })
    expect(chooser()).toHaveAccessibleDescription('PNG・PDF（1ファイル1\u00A0MBまで、2件まで）')
    expect(chooser()).toHaveAttribute('accept', 'image/png,.png,application/pdf,.pdf')
    await choose(file())
    await waitFor(() => expect(open).toHaveLength(1))
    expect(open[0]).toMatchObject({ purpose: 'map' })
    act(() => open[0]?.progress(0.4))
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '40')
    await expectAccessible(container)
    expect(answers()).toEqual({ x: [] })
    await act(async () => {
      open[0]?.done()
      await Promise.resolve()
    })
    expect(answers()).toEqual({ x: ['AT-1'] })
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByRole('status')).toHaveTextContent('地図.pngを添付しました。')
    await expectAccessible(container)
  })

  it('the answer contains both files if their uploads end at the same time', async () => {
    const { port, open } = uploads()
    const { answers } = await renderStep(form(), 'a', { uploads: port })
    await choose(file('a.png'), file('b.png'))
    await waitFor(() => expect(open).toHaveLength(2))
    await act(async () => {
      open[1]?.done()
      open[0]?.done()
      await Promise.resolve()
    })
    expect(answers()).toEqual({ x: ['AT-1', 'AT-2'] })
  })

  it('the field loses its error with the failed file that caused it, before the focus moves', async () => {
    const user = userEvent.setup()
    const { port, open } = uploads()
    const { handle } = await renderStep(form(), 'a', { uploads: port, answers: { a: { x: ['AT-9'] } } })
    await choose(file())
    await waitFor(() => expect(open).toHaveLength(1))
    open[0]?.fail(new Error('offline'))
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent(/^地図.png：画像をアップロードできませんでした。/),
    )
    act(() => void handle().validate())
    expect(chooser()).toHaveAccessibleDescription(/アップロードできなかったファイル/)
    await user.click(screen.getByRole('button', { name: '地図.pngを削除' }))
    expect(chooser()).toHaveFocus()
    expect(chooser()).not.toHaveAccessibleDescription(/アップロードできなかったファイル/)
  })

  it('a file can be cancelled, retried and removed, each by a button that names the file', async () => {
    const user = userEvent.setup()
    const { port, open } = uploads()
    const { answers } = await renderStep(form(), 'a', { uploads: port })
    await choose(file())
    await user.click(await screen.findByRole('button', { name: '地図.pngのアップロードを中止' }))
    expect(open[0]?.signal.aborted).toBe(true)
    expect(screen.queryByText('地図.png')).toBeNull()
    expect(chooser()).toHaveFocus()

    await choose(file())
    await waitFor(() => expect(open).toHaveLength(2))
    open[1]?.fail(new Error('offline'))
    expect(await screen.findByText(/画像をアップロードできませんでした。/, { selector: 'span' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: '地図.pngをもう一度アップロード' }))
    expect(chooser(), 'not the page, whose button has disappeared').toHaveFocus()
    await act(async () => {
      open[2]?.done()
      await Promise.resolve()
    })
    expect(answers()).toEqual({ x: ['AT-3'] })
    await user.click(screen.getByRole('button', { name: '地図.pngを削除' }))
    expect(answers()).toEqual({})
    expect(port.remove).toHaveBeenCalledExactlyOnceWith('AT-3')
  })

  it('a file whose upload the end of the page has interrupted is chosen again', async () => {
    const user = userEvent.setup()
    const { port, open } = uploads()
    const queues = new FormUploads(
      port,
      { read: () => undefined, write: () => undefined },
      { read: () => ({ '/a/x': ['図面.pdf'] }), write: () => undefined },
    )
    const { answers, container, handle } = await renderStep(form(), 'a', { uploads: queues })
    expect(screen.getByText('アップロードが途中で終わりました。選び直してください。')).toBeVisible()
    expect(screen.queryByRole('button', { name: /もう一度/ })).toBeNull()
    act(() => void handle().validate())
    expect(chooser()).toHaveAccessibleDescription(
      /アップロードが途中で終わったファイルがあります。選び直すか、削除してください。/,
    )
    await expectAccessible(container)
    await user.upload(
      screen.getByLabelText('図面.pdfを選び直す'),
      file('図面（改）.pdf', '%PDF-1.7', 'application/pdf'),
    )
    await waitFor(() => expect(open).toHaveLength(1))
    expect(chooser(), 'not the page, whose button has disappeared').toHaveFocus()
    expect(screen.queryByText('図面.pdf')).toBeNull()
    await act(async () => {
      open[0]?.done()
      await Promise.resolve()
    })
    expect(answers()).toEqual({ x: ['AT-1'] })
  })

  it('a file that cannot be read is refused and announced, and the files chosen with it are sent', async () => {
    const reading = vi
      .spyOn(Blob.prototype, 'arrayBuffer')
      .mockRejectedValueOnce(new DOMException('Gone', 'NotReadableError'))
    const { port, open } = uploads()
    await renderStep(form(), 'a', { uploads: port })
    await choose(file('gone.png'), file('good.png'))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'gone.png — このファイルを読み込めませんでした。端末に保存してから選び直してください。',
    )
    expect(open.map(({ file: { name } }) => name)).toEqual(['good.png'])
    reading.mockRestore()
  })

  it('files with the same name are numbered in their buttons, pictures and messages', async () => {
    const user = userEvent.setup()
    const { port, open } = uploads()
    const { answers, container } = await renderStep(form(), 'a', { uploads: port })
    await choose(file(), file())
    await waitFor(() => expect(open).toHaveLength(2))
    await act(async () => {
      open[0]?.done()
      open[1]?.done()
      await Promise.resolve()
    })
    expect(screen.getByRole('status')).toHaveTextContent('地図.png（2）を添付しました。')
    expect(screen.getByText('地図.png（1）')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '地図.png（2）を表示' }))
    expect(await screen.findByRole('img', { name: '地図.png（2）' })).toHaveAttribute('src', 'https://portal.test/AT-2')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: '地図.png（1）を削除' }))
    expect(screen.getByRole('status')).toHaveTextContent('地図.png（1）を削除しました。')
    expect(answers()).toEqual({ x: ['AT-2'] })
    expect(screen.getByRole('button', { name: '地図.pngを削除' })).toBeVisible()
  })

  it('a file is shown and sent without the characters of its name that change the text direction', async () => {
    const { port, open } = uploads()
    await renderStep(form(), 'a', { uploads: port })
    await choose(file('abc\u202egnp\u200f.png'), file('exe\u2066fdp.svg', '<svg/>'))
    expect(await screen.findByText('abcgnp.png')).toBeVisible()
    expect(await screen.findByText(/^exefdp\.svg — /)).toBeVisible()
    await waitFor(() => expect(open).toHaveLength(1))
    expect(open[0]?.file).toMatchObject({ name: 'abcgnp.png', type: 'image/png', size: png.length })
  })

  it.each([
    ['a picture that can hold a program', 'logo.svg', '<svg/>', 'image/svg+xml', '許可されていないファイル形式です。'],
    ['a page called a picture', 'page.png', '<html></html>', 'image/png', 'ファイルの中身が名前の形式と違うか、'],
    ['a program called a picture', '地図.png', 'MZ\u0090', 'image/png', 'ファイルの中身が名前の形式と違うか、'],
    ['nothing', 'empty.png', '', 'image/png', '中身のないファイルは添付できません。'],
    ['a photo of an iPhone', 'IMG_1.HEIC', '\0\0\0\x18ftypheic', 'image/heic', 'スクリーンショットを撮り'],
    ['a picture of a web page', 'photo.jpg', 'RIFF\0\0\0\0WEBP', 'image/jpeg', 'スクリーンショットを撮り'],
    [
      'too much',
      'big.png',
      new Uint8Array(1024 * 1024 + 1),
      'image/png',
      'ファイルサイズが上限（1 MB）を超過しています。',
    ],
  ])('a file is refused before sending: %s', async (_name, name, content, type, reason) => {
    const { port, open } = uploads()
    const { container } = await renderStep(form(), 'a', { uploads: port })
    await choose(file(name, content, type))
    expect(await screen.findByText((text) => text.includes(name) && text.includes(reason))).toBeVisible()
    expect(open).toHaveLength(0)
    await expectAccessible(container)
  })

  it('names the pictures that the field refuses, and none that it accepts', async () => {
    const options = { accept: ['image/jpeg', 'image/heic', 'application/pdf'], purpose: 'map' }
    const schema = { type: 'string', format: 'attachment-id' } as const
    const field = oneField(schema, { label: '位置図' }, { 'ui:widget': 'files', 'ui:options': options })
    const refused = new UploadRefused('metadataNotRemoved')
    await renderStep(field, 'a', { uploads: uploads({ upload: () => Promise.reject(refused) }).port })
    await choose(file('地図.gif', 'GIF89a', 'image/gif'))
    expect(await screen.findByText(/^地図.gif — WEBP、GIF、TIFFの画像は使えません。/)).toBeVisible()
    await choose(file('地図.jpg', new Uint8Array([0xff, 0xd8, 0xff]), 'image/jpeg'))
    expect(await screen.findByText(/添付できません。JPEGの画像を選んでください。$/)).toBeVisible()
  })

  it('a picture is accepted whatever its name is, and sent with the ending of its content', async () => {
    const { port, open } = uploads()
    await renderStep(form(), 'a', { uploads: port })
    await choose(file('1000001234', png, ''), file('地図.png.exe', png, 'application/octet-stream'))
    await waitFor(() => expect(open).toHaveLength(2))
    expect(open.map(({ file: { name, type } }) => `${name} ${type}`)).toEqual([
      '1000001234.png image/png',
      '地図.png image/png',
    ])
    expect(screen.getByText('1000001234.png')).toBeVisible()
  })

  it('a protected PDF is attached, with a warning below its name that is announced', async () => {
    const { port, open } = uploads()
    await renderStep(form(), 'a', { uploads: port })
    await choose(file('委任状.pdf', '%PDF-1.7 trailer << /Encrypt 5 0 R >> %%EOF', 'application/pdf'))
    expect(await screen.findByText(/^このPDFは、パスワードなどで保護されています。/)).toBeVisible()
    await waitFor(() => expect(open).toHaveLength(1))
  })

  it('a field of files refuses more files than its maximum', async () => {
    const { port, open } = uploads()
    await renderStep(form(), 'a', { uploads: port })
    await choose(file('a.png'), file('b.png'), file('c😀.png'))
    expect(await screen.findByText(/^c😀.png — 選択できるファイル数が上限（2）を超過しています。/)).toBeVisible()
    expect(open).toHaveLength(2)
  })

  it('a file blocks the step if it is infected or still being uploaded', async () => {
    const { port, open } = uploads()
    const { handle } = await renderStep(form(), 'a', { uploads: port })
    const codes = () => {
      let found: readonly { code: string; message?: string }[] = []
      act(() => {
        found = handle().validate()
      })
      return found.map(({ message }) => message)
    }
    expect(codes()).toEqual(['位置図を添付してください。'])
    await choose(file())
    await waitFor(() => expect(open).toHaveLength(1))
    expect(codes()).toEqual(['位置図のアップロードが終わるまでお待ちください。'])
    await act(async () => {
      open[0]?.done('INFECTED')
      await Promise.resolve()
    })
    expect(codes()).toEqual([expect.stringMatching(/^ウイルスが検出されたため、このファイルは使用できません。/)])
    await userEvent.click(screen.getByRole('button', { name: '地図.pngを削除' }))
    expect(codes()).toEqual(['位置図を添付してください。'])
  })

  it.each([
    ['is pending', '位置図のアップロードが終わるまでお待ちください。', null],
    [
      'has failed',
      '位置図にアップロードできなかったファイルがあります。もう一度アップロードするか、削除してください。',
      new Error('lost'),
    ],
  ])('the field keeps its error when the language changes while a file %s', async (_, message, failure) => {
    const failing = vi.spyOn(console, 'error')
    const { port, open } = uploads()
    const { handle, replaceForm } = await renderStep(form(), 'a', { uploads: port })
    await choose(file())
    await waitFor(() => expect(open).toHaveLength(1))
    if (failure !== null) {
      open[0]?.fail(failure)
      await screen.findByRole('button', { name: '地図.pngをもう一度アップロード' })
    }
    act(() => void handle().validate())
    expect(screen.getByRole('group', { name: /位置図/ })).toHaveAccessibleDescription(expect.stringContaining(message))
    act(() => replaceForm(form()))
    expect(screen.getByRole('group', { name: /位置図/ })).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(failing, 'React reports nothing, e.g. two parts with one key').not.toHaveBeenCalled()
    failing.mockRestore()
  })

  it('upload results are announced only in the current language', async () => {
    const { port, open } = uploads()
    const { replaceForm } = await renderStep(form(), 'a', { uploads: port })
    await choose(file())
    await waitFor(() => expect(open).toHaveLength(1))
    await act(async () => {
      open[0]?.done()
      await Promise.resolve()
    })
    const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(announced()).toContain('地図.pngを添付しました。')
    act(() => replaceForm(form()))
    expect(announced()).not.toContain('地図.pngを添付しました。')
  })

  it('the summary no longer lists an upload that has ended or was cancelled', async () => {
    const user = userEvent.setup()
    const { port, open } = uploads()
    const { handle } = await renderStep(form(), 'a', { uploads: port })
    const line = () => screen.queryByRole('link', { name: '位置図のアップロードが終わるまでお待ちください。' })
    await choose(file('a.png'))
    await waitFor(() => expect(open).toHaveLength(1))
    act(() => void handle().validate())
    expect(line()).toBeVisible()
    expect(screen.getByRole('region')).toHaveFocus()
    await act(async () => {
      open[0]?.done()
      await Promise.resolve()
    })
    expect(line()).toBeNull()
    expect(screen.queryByRole('region')).toBeNull()
    expect(chooser(), 'the focus was in the summary').toHaveFocus()
    await choose(file('b.png'))
    await waitFor(() => expect(open).toHaveLength(2))
    expect(line(), 'only the next attempt shows it again').toBeNull()
    act(() => void handle().validate())
    expect(line()).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'b.pngのアップロードを中止' }))
    expect(line()).toBeNull()
    expect(chooser()).toHaveFocus()
  })

  it('the summary keeps the other errors when the upload ends', async () => {
    const { port, open } = uploads()
    const ids = { type: 'array', items: { type: 'string', format: 'attachment-id' } }
    const withName = exampleForm(
      {
        steps: [
          {
            id: 'a',
            schema: { type: 'object', required: ['name'], properties: { x: ids, name: { type: 'string' } } },
            ui: { x: { 'ui:widget': 'files', 'ui:options': { purpose: 'map' } } },
          },
        ],
      },
      { fields: { 'a/x': { label: '位置図' }, 'a/name': { label: '氏名' } } },
    )
    const { handle } = await renderStep(withName, 'a', { uploads: port })
    await choose(file())
    await waitFor(() => expect(open).toHaveLength(1))
    act(() => void handle().validate())
    expect(screen.getAllByRole('link')).toHaveLength(2)
    act(() => screen.getByRole('link', { name: /アップロード/ }).focus())
    await act(async () => {
      open[0]?.done()
      await Promise.resolve()
    })
    expect(screen.getByRole('region', { name: /1件の修正/ })).toBeVisible()
    expect(screen.getByRole('link')).toHaveTextContent('氏名を入力してください。')
    expect(chooser()).toHaveFocus()
  })

  it('a file attached during an earlier visit has its name and a preview', async () => {
    const { port } = uploads()
    const { container } = await renderStep(form(), 'a', {
      uploads: port,
      answers: { a: { x: ['AT-7'] } },
      attachments: [
        { attachmentId: 'AT-7', name: '案内図.png', contentType: 'image/png', size: 2048, scan: 'PENDING' },
      ],
    })
    expect(screen.getByText('ファイルを確認しています。')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '案内図.pngを表示' }))
    const picture = await screen.findByRole('img', { name: '案内図.png' })
    expect(picture).toHaveAttribute('src', 'https://portal.test/AT-7')
    await expectAccessible(container)
    // The policy forbids the origin, or the link has expired.
    fireEvent.error(picture)
    expect(screen.getByRole('link', { name: '案内図.png' })).toHaveAttribute('href', 'https://portal.test/AT-7')
    await expectAccessible(container)
    await userEvent.click(screen.getByRole('button', { name: '案内図.pngを表示' }))
    expect(screen.queryByRole('link', { name: '案内図.png' })).toBeNull()
  })

  it.each([
    ['a new tab', 'Mozilla/5.0 Safari/604.1', '_blank'],
    ['the same window inside LINE, which has no other', 'Mozilla/5.0 Line/26.1.0', null],
  ])('a document is shown in %s', async (_where, userAgent, target) => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    await renderStep(form(), 'a', {
      uploads: uploads().port,
      answers: { a: { x: ['AT-7'] } },
      attachments: [
        { attachmentId: 'AT-7', name: '案内図.pdf', contentType: 'application/pdf', size: 1, scan: 'CLEAN' },
      ],
    })
    await userEvent.click(screen.getByRole('button', { name: '案内図.pdfを表示' }))
    const link = await screen.findByRole('link', { name: '案内図.pdf' })
    expect(link.getAttribute('target')).toBe(target)
    agent.mockRestore()
  })

  it('a file shows the result of its scan once it is available, and keeps the answer meanwhile', async () => {
    const describe = vi
      .fn<NonNullable<Uploads['describe']>>()
      .mockRejectedValueOnce(new Error('no answer'))
      .mockImplementation(async (attachmentId) =>
        Promise.resolve({ attachmentId, name: '地図.png', contentType: 'image/png', size: 12, scan: 'INFECTED' }),
      )
    const { port, open } = uploads({ describe })
    const { answers } = await renderStep(form(), 'a', { uploads: port })
    await choose(file())
    await waitFor(() => expect(open).toHaveLength(1))
    act(() => open[0]?.done('PENDING'))
    expect(await screen.findByText('ファイルを確認しています。')).toBeVisible()
    expect(answers()).toEqual({ x: ['AT-1'] })
    expect(await screen.findByText(/ウイルスが検出された/, { selector: 'span' })).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(/^地図.png：ウイルスが検出された/)
    expect(describe).toHaveBeenCalledTimes(2)
  })

  it('a file is prepared before sending, and refused with the reason if a retry would not help', async () => {
    const small = file('小さい.png')
    const prepare = vi.fn<NonNullable<Uploads['prepare']>>(async () => Promise.resolve(small))
    const { port, open } = uploads({ prepare })
    await renderStep(form(), 'a', { uploads: port })
    const large = file('大きい.png', new Uint8Array([...png, ...new Uint8Array(2 * 1024 * 1024)]))
    await choose(large)
    await waitFor(() => expect(open[0]?.file).toBe(small))
    expect(prepare).toHaveBeenCalledExactlyOnceWith(large, 1024 * 1024)
    act(() => open[0]?.fail(new UploadRefused('infected')))
    expect(await screen.findByText(/小さい.png — ウイルスが検出された/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /もう一度/ })).toBeNull()
    prepare.mockRejectedValueOnce(new UploadRefused('tooManyPixels'))
    await choose(file('巨大.png'))
    expect(await screen.findByText(/巨大.png — 画像の縦横が大きすぎます/)).toBeVisible()
    expect(open).toHaveLength(1)
  })

  it.each([
    ['by the name that it has', ['image/png'], /中身が名前の形式と違うか、壊れています。/],
    ['for a field of any type', undefined, /許可されていないファイル形式です。別の形式の/],
  ])('a file that the API refuses %s is refused with advice that helps', async (_name, accept, message) => {
    const { port } = uploads({ upload: async () => Promise.reject(new UploadRefused('type')) })
    const schema = { type: 'array', items: { type: 'string', format: 'attachment-id' } } as const
    const field = oneField(schema, { label: '位置図' }, { 'ui:widget': 'files', 'ui:options': { accept } })
    await renderStep(field, 'a', { uploads: port })
    await choose(file())
    expect(await screen.findByText(message)).toBeVisible()
  })
})
