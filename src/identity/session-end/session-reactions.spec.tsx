import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionChange, SessionPort } from '../session/session-port.ts'
import type { Account } from '../session/cognito-account.ts'
import type { Session } from '../session/token-session.ts'
import type { LoginState } from '../sign-in/login-state.ts'
import type { Applications } from './log-out-outcome.ts'
import { matchRoute, paths } from '../../paths.ts'
import { createSessionReactions } from './session-reactions.ts'

const hanako: Session = {
  username: 'minato-city__U-1',
  tenantId: 'minato-city',
  userId: 'U-1',
  email: 'hanako@example.jp',
  signedInAt: 0,
  expiresAt: Date.now() + 3_600_000,
}
const never = new Promise<never>(() => {})
function unasked(): Promise<never> {
  return Promise.reject(new Error('Nothing is lost, so the user must not be asked'))
}

function setUp({ path = '/minato-city/userprofile', stored = hanako as Session | null, limitMs = 400 } = {}) {
  let listener: (change: SessionChange) => void = () => {}
  const session = {
    currentSession: vi.fn<SessionPort['currentSession']>(async () => stored),
    storedSession: (): Session | null => stored,
    getIdToken: async () => 'renewed',
    lastKnownIdToken: () => 'stored',
    refresh: vi.fn<SessionPort['refresh']>(async () => 'refreshed'),
    signOut: vi.fn<SessionPort['signOut']>(async () => undefined),
    deleteUser: vi.fn<Account['deleteUser']>(async () => undefined),
    accountOf: () => ({ deleteUser: session.deleteUser }) as Partial<Account> as Account,
    onChange: (next: typeof listener) => {
      listener = next
      return () => {}
    },
  }
  const lossOfLogOut = vi.fn<Applications['lossOfLogOut']>(async () => 'nothing')
  const closeApplications = vi.fn<Applications['closeApplications']>(async () => 'sent')
  const leaveApplications = vi.fn<Applications['leaveApplications']>(async () => 'sent')
  const lossChange = vi.fn<Applications['lossChange']>(() => never)
  const openQuestion = vi.fn<Applications['openQuestion']>(async () => null)
  const queryClient = new QueryClient()
  const visited: string[] = []
  const states: LoginState[] = []
  /** The number of cached queries whenever a page is opened. */
  const answersLeft: number[] = []
  let here = path
  const { sessionEnd, getIdToken, refreshSession, unauthenticated, accountDeleted } = createSessionReactions({
    session: session as Partial<SessionPort> as SessionPort,
    queryClient,
    limits: { signOutTimeoutMs: limitMs },
    pageNow: () => matchRoute(here),
    address: () => here,
    navigate: async (to, state) => {
      answersLeft.push(queryClient.getQueryCache().getAll().length)
      here = to
      visited.push(to)
      states.push(state)
    },
    open: async (to) => void visited.push(to),
    loadApplications: async () => ({ lossOfLogOut, lossChange, openQuestion, closeApplications, leaveApplications }),
  })
  return {
    ...sessionEnd,
    getIdToken,
    refreshSession,
    unauthenticated,
    accountDeleted,
    session,
    queryClient,
    answersLeft,
    visited,
    states,
    closeApplications,
    leaveApplications,
    lossOfLogOut,
    lossChange,
    openQuestion,
    emit: (change: SessionChange) => listener(change),
  }
}

beforeEach(() => {
  sessionStorage.setItem('portal.form.profile', 'typed')
  sessionStorage.setItem('portal.order.minato-city', 'A-1')
  sessionStorage.setItem('portal.from-line', '1')
})
afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

describe('log-out', () => {
  it('never exceeds its time limit, although sending and revoking hang and the token has expired', async () => {
    const {
      logOut: leave,
      closeApplications,
      session,
      visited,
    } = setUp({
      stored: { ...hanako, expiresAt: Date.now() - 1 },
    })
    closeApplications.mockReturnValue(never)
    session.currentSession.mockReturnValue(never)
    session.signOut.mockImplementation(({ limitMs = 0 } = {}) => new Promise((resolve) => setTimeout(resolve, limitMs)))
    vi.useFakeTimers()
    let isOver = false
    void leave(unasked).then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(600)
    vi.useRealTimers()
    expect(isOver).toBe(true)
    expect(session.signOut.mock.calls[0]?.[0]?.limitMs).toBeGreaterThan(100)
    expect(visited).toEqual(['/login/minato-city'])
    expect(sessionStorage.length).toBe(0)
  })

  it.each([
    ['sent', 'loggedOut'],
    ['unsent', 'loggedOutUnsent'],
    ['unremoved', 'unremoved'],
  ] as const)('tells the sign-in page whether typed answers could not be saved (%s)', async (outcome, ended) => {
    const { logOut: leave, closeApplications, states } = setUp()
    closeApplications.mockResolvedValue(outcome)
    await leave(unasked)
    expect(states).toEqual([{ ended }])
  })

  it.each([
    ['a log-out', ({ logOut: leave }) => leave(unasked)],
    ['the end of a session', ({ endSession }) => endSession()],
    [
      'a log-out in another tab',
      async ({ emit }) => emit({ kind: 'signed-out', here: false, reason: 'log-out', user: null }),
    ],
  ] satisfies [string, (portal: ReturnType<typeof setUp>) => Promise<void>][])(
    'keeps the data of the page until the login page has replaced it (%s)',
    async (_way, leave) => {
      const portal = setUp()
      portal.queryClient.setQueryData(['o', 'orders'], ['A-1'])
      await leave(portal)
      await vi.waitFor(() => expect(portal.queryClient.getQueryCache().getAll()).toEqual([]))
      expect(portal.answersLeft).toEqual([1])
    },
  )

  it('a log-out sends unsaved answers with the stored token and never renews a token', async () => {
    const tokens: (string | null)[] = []
    const { logOut: leave, closeApplications, session, getIdToken, refreshSession } = setUp()
    closeApplications.mockImplementation(async () => {
      tokens.push(await getIdToken(), await refreshSession())
      return 'sent'
    })
    await leave(unasked)
    expect(tokens).toEqual(['stored', null])
    expect(session.currentSession).not.toHaveBeenCalled()
    expect(session.refresh).not.toHaveBeenCalled()
  })

  it.each(['answers', 'undecided', 'result'] as const)(
    'a log-out that would lose something (%s) is confirmed first, and does nothing on a no',
    async (loss) => {
      const { logOut: leave, lossOfLogOut, session, visited } = setUp()
      lossOfLogOut.mockResolvedValue(loss)
      const isSure = vi.fn<(found: string) => Promise<boolean>>(async () => false)
      await leave(isSure)
      expect(lossOfLogOut).toHaveBeenCalledExactlyOnceWith('minato-city', 'U-1')
      expect(isSure).toHaveBeenCalledExactlyOnceWith(loss)
      expect(session.signOut).not.toHaveBeenCalled()
      expect(visited).toEqual([])
      expect(sessionStorage.getItem('portal.form.profile')).toBe('typed')
      isSure.mockResolvedValue(true)
      await leave(isSure)
      expect(visited).toEqual(['/login/minato-city'])
      expect(sessionStorage.length).toBe(0)
    },
  )

  it.each(['answers', 'undecided'] as const)(
    'a log-out goes on without an answer to its question once nothing would be lost any more (%s)',
    async (loss) => {
      const { logOut: leave, lossOfLogOut, lossChange, visited } = setUp()
      lossOfLogOut.mockResolvedValueOnce(loss)
      lossChange.mockResolvedValueOnce(undefined)
      await leave(() => never)
      expect(visited).toEqual(['/login/minato-city'])
    },
  )

  it('asks about what is lost now, and stays once a result has arrived that its page is to show', async () => {
    const { logOut: leave, lossOfLogOut, lossChange, session, visited } = setUp()
    lossOfLogOut.mockResolvedValueOnce('undecided').mockResolvedValueOnce('result')
    const isSure = vi.fn<(found: string) => Promise<boolean>>(() => never)
    lossChange.mockResolvedValueOnce(undefined)
    const known = Promise.withResolvers<void>()
    lossChange.mockReturnValueOnce(known.promise)
    const left = leave(isSure)
    await vi.waitFor(() => expect(isSure.mock.calls).toEqual([['undecided'], ['result']]))
    known.resolve()
    await left
    expect([lossChange.mock.lastCall?.[0].aborted, visited]).toEqual([true, []])
    expect(session.signOut).not.toHaveBeenCalled()
  })

  it('a log-out that waits for a decision of the user leads to the question, unless the user logs out', async () => {
    const { logOut: leave, lossOfLogOut, openQuestion, session, visited } = setUp()
    lossOfLogOut.mockResolvedValue('undecided')
    const form = paths.application('minato-city', 'water-start', 'individual')
    openQuestion.mockResolvedValue(form)
    await leave(async () => false)
    expect(openQuestion).toHaveBeenCalledExactlyOnceWith('minato-city', 'U-1')
    expect(visited).toEqual([form])
    expect(session.signOut).not.toHaveBeenCalled()
    await leave(async () => true)
    expect(visited).toEqual([form, '/login/minato-city'])
  })

  it.each([
    ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['does not end', () => never],
  ])('goes on within its limit although the search for what it would lose %s', async (_how, search) => {
    const { logOut: leave, lossOfLogOut, session, visited } = setUp()
    lossOfLogOut.mockImplementation(search)
    await leave(unasked)
    expect(session.signOut.mock.calls[0]?.[0]?.limitMs).toBeGreaterThan(0)
    expect(visited).toEqual(['/login/minato-city'])
  })

  it('a log-out has its whole time limit after the user has confirmed it', async () => {
    const { logOut: leave, lossOfLogOut, session } = setUp({ limitMs: 60_000 })
    lossOfLogOut.mockResolvedValue('answers')
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    await leave(async () => {
      now.mockReturnValue(50_000)
      return true
    })
    now.mockRestore()
    expect(session.signOut.mock.calls[0]?.[0]?.limitMs).toBe(60_000)
  })

  it('does nothing if another user has signed in while the question was open', async () => {
    const { logOut: leave, lossOfLogOut, session, visited } = setUp()
    lossOfLogOut.mockResolvedValue('answers')
    await leave(async () => {
      session.storedSession = () => ({ ...hanako, username: 'minato-city__U-2', userId: 'U-2' })
      return true
    })
    expect(session.signOut).not.toHaveBeenCalled()
    expect(visited).toEqual([])
  })

  it('a log-out in another tab closes the applications of the user and removes all user data', async () => {
    const { emit, visited, states, leaveApplications } = setUp()
    emit({ kind: 'signed-out', here: false, reason: 'log-out', user: { tenantId: 'minato-city', userId: 'U-1' } })
    await vi.waitFor(() => expect(visited).toEqual(['/login/minato-city']))
    expect(states).toEqual([{ ended: 'elsewhere' }])
    expect(leaveApplications).toHaveBeenCalledExactlyOnceWith('minato-city', 'U-1')
    expect(sessionStorage.length).toBe(0)
  })

  it('tells the sign-in page after a log-out in another tab that answers of this tab could not be saved', async () => {
    const { emit, states, leaveApplications } = setUp()
    leaveApplications.mockResolvedValue('unsent')
    emit({ kind: 'signed-out', here: false, reason: 'log-out', user: { tenantId: 'minato-city', userId: 'U-1' } })
    await vi.waitFor(() => expect(states).toEqual([{ ended: 'elsewhereUnsent' }]))
  })
})

describe('the deletion of the account', () => {
  it('waits for the identity provider longer than a log-out, before it says what is deleted', async () => {
    const { accountDeleted, session, states } = setUp({ limitMs: 0 })
    const deleted = Promise.withResolvers<void>()
    session.deleteUser.mockReturnValue(deleted.promise)
    const left = accountDeleted()
    await new Promise((resolve) => setTimeout(resolve))
    expect(states).toEqual([])
    deleted.resolve()
    await left
    expect(states).toEqual([{ ended: 'accountDeleted' }])
  })

  it('ends no session of another user who has signed in during the wait', async () => {
    const { accountDeleted, session, visited } = setUp()
    session.deleteUser.mockImplementation(async () => {
      session.storedSession = () => ({ ...hanako, username: 'minato-city__U-2', userId: 'U-2' })
    })
    await accountDeleted()
    expect(session.signOut).not.toHaveBeenCalled()
    expect(visited).toEqual([])
  })
})

describe('the end of a session by time', () => {
  it('keeps typed answers, the order being paid and the way back to LINE', async () => {
    const { endSession, session, visited, states } = setUp()
    await endSession()
    expect(states).toEqual([{ ended: 'expired' }])
    expect(session.signOut).toHaveBeenCalledExactlyOnceWith({ reason: 'limit' })
    expect(sessionStorage.getItem('portal.form.profile')).toBe('typed')
    expect(sessionStorage.getItem('portal.order.minato-city')).toBe('A-1')
    expect(sessionStorage.getItem('portal.from-line')).toBe('1')
    expect(localStorage.getItem('redirectPath')).toBe('/minato-city/userprofile')
    expect(visited).toEqual(['/login/minato-city'])
  })

  it('a session that ends by time in another tab keeps the same data and removes no draft', async () => {
    const { emit, visited, states, leaveApplications } = setUp()
    emit({ kind: 'signed-out', here: false, reason: 'limit', user: { tenantId: 'minato-city', userId: 'U-1' } })
    await vi.waitFor(() => expect(visited).toEqual(['/login/minato-city']))
    expect(states).toEqual([{ ended: 'expired' }])
    expect(leaveApplications).not.toHaveBeenCalled()
    expect(sessionStorage.getItem('portal.form.profile')).toBe('typed')
  })

  it('hides typed answers from another user who signs in afterwards', async () => {
    const { endSession, emit } = setUp()
    await endSession()
    emit({ kind: 'signed-in', here: true, session: { ...hanako, username: 'minato-city__U-2', userId: 'U-2' } })
    await vi.waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['portal.from-line']))
  })

  it('stores the id of each user who signs in, also over a page and in another tab', () => {
    const { emit } = setUp()
    for (const here of [true, false]) {
      const userId = `U-${here}`
      emit({ kind: 'signed-in', here, session: { ...hanako, username: `minato-city__${userId}`, userId } })
      expect(localStorage.getItem('userId')).toBe(userId)
    }
  })

  it('restores typed answers for the same user', async () => {
    const { endSession, emit } = setUp()
    await endSession()
    emit({ kind: 'signed-in', here: true, session: hanako })
    await new Promise((resolve) => setTimeout(resolve))
    expect(sessionStorage.getItem('portal.form.profile')).toBe('typed')
  })
})

describe('a page whose session is over', () => {
  const ofOther = { kind: 'other-user', owner: hanako.username, other: 'minato-city__U-2' } as const
  const dialog = (page: ReturnType<typeof setUp>) => page.expired.get()

  it.each([
    ['before it opens', (page) => page.emit(ofOther), (page) => page.emit({ kind: 'expired' })],
    ['while it is open', (page) => page.emit({ kind: 'expired' }), (page) => page.emit(ofOther)],
    ['at the next request', (page) => page.emit(ofOther), (page) => page.unauthenticated()],
    [
      'after it was postponed',
      (page) => {
        page.emit({ kind: 'expired' })
        page.expired.set(false)
      },
      (page) => page.emit(ofOther),
    ],
  ] as [string, (page: ReturnType<typeof setUp>) => void, (page: ReturnType<typeof setUp>) => void][])(
    'gives way to the sign-in page if another user has signed in in another tab: the dialog (%s)',
    async (_when, first, then) => {
      const page = setUp()
      first(page)
      expect(page.visited).toEqual([])
      then(page)
      await vi.waitFor(() => expect(page.visited).toEqual(['/login/minato-city']))
      expect(page.states).toEqual([{ ended: 'expired' }])
      expect(dialog(page)).toBe(false)
      expect(page.closeApplications).not.toHaveBeenCalled()
      expect(page.session.signOut).not.toHaveBeenCalled()
      expect(sessionStorage.getItem('portal.form.profile')).toBe('typed')
      page.emit({ kind: 'signed-in', here: true, session: { ...hanako, username: 'minato-city__U-2', userId: 'U-2' } })
      expect(sessionStorage.getItem('portal.form.profile')).toBeNull()
    },
  )

  it('keeps its typed answers for its user, who signs in again on the sign-in page', async () => {
    const page = setUp()
    page.emit(ofOther)
    page.emit({ kind: 'expired' })
    await vi.waitFor(() => expect(page.visited).toEqual(['/login/minato-city']))
    page.emit({ kind: 'signed-in', here: true, session: hanako })
    expect(sessionStorage.getItem('portal.form.profile')).toBe('typed')
  })

  it('asks over the page if the other user is one of another tenant, or if its user has signed in since', () => {
    const page = setUp()
    page.emit({ ...ofOther, other: 'aozora-water__U-2' })
    page.emit({ kind: 'expired' })
    expect(dialog(page)).toBe(true)
    const since = setUp()
    since.emit(ofOther)
    since.emit({ kind: 'signed-in', here: true, session: hanako })
    since.emit({ kind: 'expired' })
    expect(dialog(since)).toBe(true)
    expect(since.visited).toEqual([])
  })

  it('stays open while its own session lasts', () => {
    const page = setUp()
    page.emit(ofOther)
    expect(dialog(page)).toBe(false)
    expect(page.visited).toEqual([])
  })
})

describe('the token of a request', () => {
  it('a token is used only for pages of its tenant, whose id may differ in capitals', async () => {
    const token = (path: string) => setUp({ path }).getIdToken()
    expect(await token('/minato-city/userprofile')).toBe('renewed')
    expect(await token('/Minato-City/userprofile')).toBe('renewed')
    expect(await token('/aozora-water/userprofile')).toBeNull()
    expect(await token('/error')).toBeNull()
  })
})
