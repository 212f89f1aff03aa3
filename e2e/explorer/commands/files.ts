import type { Response } from '@playwright/test'
import type { Step } from '../step.ts'
import { pdf } from '../../files/sample-files.ts'
import { textOf } from '../interface-texts.ts'
import type { Model } from '../model.ts'
import { serviceOf, services } from '../services.ts'
import { isFree, open } from './navigation.ts'

/** Longest time until an upload has an outcome: its timeout and that of its retry (ms). */
const maxUploadMs = 6_000

export const openFiles: Step = {
  name: 'open the step with files',
  isPossible: (model) => !model.offline && model.signedIn && filesPathOf(model) !== null,
  run: (world, model) => open(world, filesPathOf(model) ?? ''),
}

function filesPathOf({ tenantId }: Model): string | null {
  const service = services.find((one) => one.tenantId === tenantId && one.filesStep !== undefined)
  if (service === undefined) return null
  return `/application/${tenantId}/${service.serviceId}/${service.type}?step=${service.filesStep}`
}

/** `index` chooses a file field. */
export function upload(index: number): Step {
  return {
    name: `upload a file into field ${index}`,
    isPossible: (model) => isFree(model) && model.screen.fileFields > 0,
    async run(world, model) {
      const { page, clock } = world
      const fields = page.locator('main input[type=file]:enabled')
      const count = await fields.count()
      if (count === 0) return
      const typed = model.newText(serviceOf(model.screen.path)?.serviceId ?? '', world.current)
      let attachmentId: string | null = null
      const note = async (response: Response) => {
        if (!response.url().endsWith('/o/attachments') || response.status() !== 201) return
        const body: unknown = await response.json().catch(() => null)
        const id: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'attachmentId') : null
        if (typeof id === 'string') attachmentId = id
      }
      const onResponse = (response: Response) => void note(response)
      page.on('response', onResponse)
      await fields.nth(index % count).setInputFiles(pdf(`${typed.text}.pdf`))
      const isAttached = await clock.until(() => attachmentId !== null, maxUploadMs)
      page.off('response', onResponse)
      // A failed upload stays in its row until it is retried or removed; nothing is promised for it.
      if (!isAttached || attachmentId === null) typed.status = 'released'
      else typed.attachmentId = attachmentId
    },
  }
}

export const removeFile: Step = {
  name: 'remove a file',
  isPossible: (model) => isFree(model) && fileToRemove(model) !== undefined,
  async run({ page }, model) {
    const name = fileToRemove(model) ?? ''
    await page.getByRole('button', { name, exact: true }).first().click()
    for (const typed of model.texts) if (typed.status === 'kept' && name.includes(typed.text)) typed.status = 'released'
  },
}

function fileToRemove({ screen }: Model): string | undefined {
  return screen.fileFields === 0 ? undefined : screen.buttons.find((name) => textOf('files.removeOne').test(name))
}
