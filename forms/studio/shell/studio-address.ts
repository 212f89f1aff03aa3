import { useEffect } from 'react'
import { dialogEntryLeft } from './dialog-history.ts'

export const studioTabs = ['problems', 'texts', 'samples', 'fees', 'service', 'tenant', 'json', 'changes'] as const

export type StudioTab = (typeof studioTabs)[number]

/** What the page shows of a form; the address keeps it over a reload. */
export type AddressedView = { tab: StudioTab; selected: string }

export function nameInAddress(): string {
  return new URLSearchParams(window.location.search).get('form') ?? ''
}

export function addressOf(name: string, { tab, selected }: AddressedView = { tab: 'problems', selected: '' }): string {
  const params = new URLSearchParams({ form: name })
  if (tab !== 'problems') params.set('tab', tab)
  if (selected !== '') params.set('at', selected)
  return `?${params.toString()}`
}

/** The view in the address; the first one if the address is still that of another form. */
export function viewInAddress(name: string): AddressedView {
  const params = new URLSearchParams(nameInAddress() === name ? window.location.search : '')
  return { tab: studioTabs.find((tab) => tab === params.get('tab')) ?? 'problems', selected: params.get('at') ?? '' }
}

/** Back leads to the form that was open before, unless the address named no form. */
export function showInAddress(name: string, isFollowed: boolean): void {
  if (nameInAddress() === name) return
  const address = addressOf(name)
  if (!isFollowed) window.history.replaceState(null, '', address)
  else window.history.pushState(null, '', address)
}

/** Keeps the view in the address. Back does not lead through the views of a form. */
export function useViewInAddress(name: string, { tab, selected }: AddressedView): void {
  useEffect(() => {
    let isCurrent = true
    const write = async () => {
      await dialogEntryLeft()
      const { history } = window
      if (isCurrent && nameInAddress() === name)
        history.replaceState(history.state, '', addressOf(name, { tab, selected }))
    }
    write().catch(reportError)
    return () => {
      isCurrent = false
    }
  }, [name, tab, selected])
}
