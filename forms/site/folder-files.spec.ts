import { expect, it, vi } from 'vitest'
import { folderFiles } from './folder-files.ts'

function text(content: string): Uint8Array {
  return new TextEncoder().encode(content)
}

/** A folder in memory with one file, which cannot be written while `refuses` says so. */
function folderOf(files: Map<string, string>, refuses: () => boolean) {
  const fileHandle = (name: string) => ({
    kind: 'file',
    name,
    getFile: () => Promise.resolve(new File([files.get(name) ?? ''], name, { lastModified: 1 })),
    createWritable: () => {
      if (refuses()) return Promise.reject(new DOMException('No space', 'QuotaExceededError'))
      return Promise.resolve({
        write: (content: Uint8Array) => {
          files.set(name, new TextDecoder().decode(content))
          return Promise.resolve()
        },
        close: () => Promise.resolve(),
      })
    },
  })
  return {
    kind: 'directory',
    name: 'forms',
    async *values() {
      for (const name of files.keys()) yield await Promise.resolve(fileHandle(name))
    },
    getFileHandle: (name: string) => Promise.resolve(fileHandle(name)),
    removeEntry: (name: string) => Promise.resolve(files.delete(name)),
  } as unknown as FileSystemDirectoryHandle
}

it('reads the files of a change again that could not be written', async () => {
  const onDisk = new Map([
    ['one.json', '{}'],
    ['two.json', '{}'],
  ])
  let isFull = false
  const files = folderFiles(
    folderOf(onDisk, () => isFull),
    '/forms',
  )
  await files.pull()
  isFull = true
  const change = new Map([
    ['/forms/one.json', null],
    ['/forms/two.json', text('{"a":1}')],
  ])
  await expect(files.push(change)).rejects.toThrow('No space')
  const changes = await files.pull()
  expect(changes.get('/forms/one.json')).toBeNull()
  expect(changes.get('/forms/two.json')).toEqual(text('{}'))
  expect(await files.pull()).toEqual(new Map())
})

it('reads every file again after one of them could not be read', async () => {
  const onDisk = new Map([
    ['one.json', '1'],
    ['two.json', '2'],
  ])
  const files = folderFiles(
    folderOf(onDisk, () => false),
    '/forms',
  )
  const reading = vi.spyOn(Blob.prototype, 'arrayBuffer')
  reading.mockResolvedValueOnce(new ArrayBuffer(1))
  reading.mockRejectedValueOnce(new DOMException('In the cloud only', 'NotReadableError'))
  await expect(files.pull()).rejects.toThrow('In the cloud only')
  expect(reading).toHaveBeenCalledTimes(2)
  reading.mockRestore()
  expect(await files.pull()).toEqual(
    new Map([
      ['/forms/one.json', text('1')],
      ['/forms/two.json', text('2')],
    ]),
  )
})
