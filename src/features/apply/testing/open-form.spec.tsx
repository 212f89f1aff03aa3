import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { consultation, saveElsewhere, startApplying } from './open-form.tsx'

describe('a portal that was stopped', () => {
  it('a stopped portal leaves no application to the next portal, even while an application is started over', async () => {
    const first = await startApplying()
    const drafts = () =>
      first.sandbox.backend.drafts.live(first.owner, first.sandbox.clock.now()).map(({ serviceId }) => serviceId)
    await saveElsewhere(first, '前の内容')
    await first.open(consultation)
    await first.user.click(await screen.findByRole('button', { name: 'はじめから入力する' }))
    await first.user.click(await screen.findByRole('button', { name: '消してはじめから入力する' }))
    await waitFor(() => expect(drafts()).not.toContain('childcare-consultation'))
    await first.stop()

    const second = await startApplying()
    await saveElsewhere(second, '新しい内容')
    await second.open(consultation)
    expect(await screen.findByText(/続きから入力しています/)).toBeVisible()
    await second.stop()
  })
})
