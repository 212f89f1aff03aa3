import { describe, expect, it } from 'vitest'
import { initialSession, mayUse, nextSession } from './session-state.ts'
import type { SessionEvent, SessionPhase, SessionState } from './session-state.ts'
import type { Session } from './token-session.ts'

const username = 'minato-city__one'
const session: Session = {
  username,
  tenantId: 'minato-city',
  userId: 'one',
  email: null,
  signedInAt: 0,
  expiresAt: 1,
}
const code = { kind: 'code', channel: 'sms', destination: null } as const

const phases: Record<SessionPhase['kind'], SessionPhase> = {
  idle: { kind: 'idle' },
  'signing-in': { kind: 'signing-in' },
  'signing-out': { kind: 'signing-out', here: true, reason: 'log-out', username },
  replacing: { kind: 'replacing' },
}

function stateIn(phase: SessionPhase['kind']): SessionState {
  return { phase: phases[phase], owner: username, attempt: 3, revocation: 2 }
}

const events: Record<string, SessionEvent> = {
  'tokens seen': { kind: 'tokens-seen', username, loggedOut: null },
  'tokens seen of a user whom another tab logged out': { kind: 'tokens-seen', username, loggedOut: 'limit' },
  'a step is sent': { kind: 'step-sent' },
  'the step is answered by another step': { kind: 'step-answered', attempt: 3, step: code, session: null },
  'the step ends the sign-in': { kind: 'step-answered', attempt: 3, step: { kind: 'done' }, session },
  'an earlier step is answered': { kind: 'step-answered', attempt: 2, step: { kind: 'done' }, session },
  'the step is refused': { kind: 'step-refused', attempt: 3, reason: 'code-wrong' },
  'the sign-in has expired': { kind: 'step-refused', attempt: 3, reason: 'challenge-expired' },
  'an earlier step is refused': { kind: 'step-refused', attempt: 2, reason: 'challenge-expired' },
  'the sign-in is abandoned': { kind: 'sign-in-abandoned' },
  'another sign-in replaces the stored one': { kind: 'replacement-asked' },
  'the user logs out': { kind: 'sign-out-asked', username, reason: 'log-out', everywhere: false, limitMs: 300 },
  'another tab logs the user out': { kind: 'signed-out-elsewhere', username, reason: 'log-out', hasOwn: true },
  'another tab logs the user out, who has no tokens here': {
    kind: 'signed-out-elsewhere',
    username,
    reason: 'log-out',
    hasOwn: false,
  },
  'another tab logs another user out': {
    kind: 'signed-out-elsewhere',
    username: 'minato-city__two',
    reason: 'log-out',
    hasOwn: true,
  },
  'another tab signs the same user in': { kind: 'signed-in-elsewhere', session },
  'another tab signs another user in': { kind: 'sign-in-reported', username: 'minato-city__two' },
  'another tab reports the sign-in of the same user': { kind: 'sign-in-reported', username },
  'the provider has revoked': { kind: 'revoked', revocation: 2 },
  'the provider has revoked an earlier sign-in': { kind: 'revoked', revocation: 1 },
  'the user is deleted': { kind: 'user-deleted', username },
  'the renewal is refused': { kind: 'renewal-refused', held: 'r1', stored: 'r1' },
  'the renewal of a former token is refused': { kind: 'renewal-refused', held: 'r1', stored: 'r2' },
  'a renewal is refused after the log-out': { kind: 'renewal-refused', held: 'r1', stored: null },
}

const ended = 'idle: forget-step, clear-tokens of-tab, emit signed-out'
const endedHere = 'idle: forget-step, clear-tokens all, emit signed-out, post signed-out'
const revoking = 'signing-out: revoke all'
const revokingOwn = 'signing-out: revoke of-tab'
const signedIn = 'idle: save-step, post signed-in, emit signed-in'
const expired = 'forget-step, clear-tokens in-use, emit expired'

/** The effects of each event, by phase: the next phase, then the effects. A phase that is not named does not change. */
const table: Record<keyof typeof events, Partial<Record<SessionPhase['kind'], string>>> = {
  'tokens seen': {},
  'tokens seen of a user whom another tab logged out': { idle: revokingOwn },
  'a step is sent': { idle: 'signing-in', 'signing-in': 'signing-in' },
  'the step is answered by another step': { 'signing-in': 'idle: save-step' },
  'the step ends the sign-in': { 'signing-in': signedIn },
  'an earlier step is answered': {},
  'the step is refused': { 'signing-in': 'idle' },
  'the sign-in has expired': { 'signing-in': 'idle: forget-step' },
  'an earlier step is refused': {},
  'the sign-in is abandoned': {
    idle: 'idle: forget-step',
    'signing-in': 'idle: forget-step',
    'signing-out': 'signing-out: forget-step',
    replacing: 'replacing: forget-step',
  },
  'another sign-in replaces the stored one': { idle: 'replacing: revoke all', 'signing-in': 'replacing: revoke all' },
  'the user logs out': { idle: revoking, 'signing-in': revoking, replacing: revoking },
  'another tab logs the user out': { idle: revokingOwn, 'signing-in': revokingOwn },
  'another tab logs the user out, who has no tokens here': { idle: ended, 'signing-in': ended },
  'another tab logs another user out': {},
  'another tab signs the same user in': {
    idle: 'idle: emit signed-in',
    'signing-in': 'signing-in: emit signed-in',
    'signing-out': 'signing-out: emit signed-in',
    replacing: 'replacing: emit signed-in',
  },
  'another tab signs another user in': {
    idle: 'idle: emit other-user',
    'signing-in': 'signing-in: emit other-user',
    'signing-out': 'signing-out: emit other-user',
    replacing: 'replacing: emit other-user',
  },
  'another tab reports the sign-in of the same user': {},
  'the provider has revoked': { 'signing-out': endedHere, replacing: 'idle: clear-tokens all' },
  'the provider has revoked an earlier sign-in': {},
  'the user is deleted': { idle: endedHere, 'signing-in': endedHere, 'signing-out': endedHere, replacing: endedHere },
  'the renewal is refused': {
    idle: `idle: ${expired}`,
    'signing-in': `signing-in: ${expired}`,
    'signing-out': `signing-out: ${expired}`,
    replacing: `replacing: ${expired}`,
  },
  'the renewal of a former token is refused': {},
  'a renewal is refused after the log-out': {},
}

const cases = Object.keys(events).flatMap((event) =>
  (Object.keys(phases) as SessionPhase['kind'][]).map((phase) => ({
    event,
    phase,
    expected: table[event]?.[phase] ?? phase,
  })),
)

function describeNext(state: SessionState, event: SessionEvent): string {
  const next = nextSession(state, event)
  const effects = next.effects.map((effect) => {
    if (effect.kind === 'emit') return `emit ${effect.change.kind}`
    if (effect.kind === 'post') return `post ${effect.message.kind}`
    return 'which' in effect ? `${effect.kind} ${effect.which}` : effect.kind
  })
  return [next.state.phase.kind, effects.join(', ')].filter(Boolean).join(': ')
}

describe('the states of a session', () => {
  it.each(cases)('$phase, $event → $expected', ({ phase, event, expected }) => {
    const happened = events[event]
    if (happened === undefined) throw new Error(`No event ${event}`)
    expect(describeNext(stateIn(phase), happened)).toBe(expected)
  })

  it('a session has no owner after a log-out, and keeps its owner after it has expired', () => {
    const signedOut = nextSession(stateIn('signing-out'), { kind: 'revoked', revocation: 2 }).state
    expect(signedOut.owner).toBeNull()
    const after = nextSession(stateIn('idle'), { kind: 'renewal-refused', held: 'r1', stored: 'r1' }).state
    expect(after.owner).toBe(username)
  })

  it('belongs to the user whose tokens it read first, and uses no token for requests during a log-out', () => {
    const first = nextSession(initialSession, { kind: 'tokens-seen', username, loggedOut: null }).state
    const second = nextSession(first, { kind: 'tokens-seen', username: 'minato-city__two', loggedOut: null }).state
    expect(mayUse(second, username)).toBe(true)
    expect(mayUse(second, 'minato-city__two')).toBe(false)
    expect(mayUse(stateIn('signing-out'), username)).toBe(false)
    expect(mayUse(stateIn('replacing'), username)).toBe(false)
  })

  it('reports a user who signed in elsewhere as a replacement of another user of this page', () => {
    const other = { ...session, username: 'minato-city__two', userId: 'two' }
    const { effects } = nextSession(stateIn('idle'), { kind: 'signed-in-elsewhere', session: other })
    expect(effects).toEqual([{ kind: 'emit', change: { kind: 'replaced', session: other } }])
  })

  it('reports another user only to a page that has a user', () => {
    const reported = { kind: 'sign-in-reported', username: 'minato-city__two' } as const
    expect(nextSession(initialSession, reported).effects).toEqual([])
    const change = { kind: 'other-user', owner: username, other: 'minato-city__two' }
    expect(nextSession(stateIn('idle'), reported).effects).toEqual([{ kind: 'emit', change }])
  })
})

describe('what an event of a session changes besides its phase', () => {
  const emitSignedOut = (here: boolean, reason: string) => [
    { kind: 'forget-step' },
    { kind: 'clear-tokens', which: here ? 'all' : 'of-tab' },
    { kind: 'emit', change: { kind: 'signed-out', here, reason, user: { tenantId: 'minato-city', userId: 'one' } } },
  ]

  it('numbers steps and revocations upwards, so that a response to an earlier one is dropped', () => {
    const numbers = (event: SessionEvent) => {
      const { attempt, revocation } = nextSession(stateIn('idle'), event).state
      return [attempt, revocation]
    }
    expect(numbers({ kind: 'step-sent' })).toEqual([4, 2])
    expect(numbers({ kind: 'sign-in-abandoned' })).toEqual([4, 2])
    expect(numbers({ kind: 'replacement-asked' })).toEqual([4, 3])
    expect(numbers({ kind: 'user-deleted', username })).toEqual([4, 2])
  })

  it('revokes with the number of the revocation and, after a click on log-out, with its extent and its limit', () => {
    const asked = { kind: 'sign-out-asked', username, reason: 'limit', everywhere: true, limitMs: 300 } as const
    const { state, effects } = nextSession(stateIn('idle'), asked)
    expect(state.phase).toEqual({ kind: 'signing-out', here: true, reason: 'limit', username })
    expect(effects).toEqual([{ kind: 'revoke', revocation: 3, which: 'all', everywhere: true, limitMs: 300 }])
  })

  it.each([
    { kind: 'tokens-seen', username, loggedOut: 'limit' },
    { kind: 'signed-out-elsewhere', username, reason: 'limit', hasOwn: true },
  ] as const)('does not take a log-out in another tab for one in this tab: $kind', (event) => {
    const { state } = nextSession(stateIn('idle'), event)
    expect(state.phase).toEqual({ kind: 'signing-out', here: false, reason: 'limit', username })
    expect(nextSession(state, { kind: 'revoked', revocation: 3 }).effects).toEqual(emitSignedOut(false, 'limit'))
  })

  it('ends with the user and the reason, and tells the other tabs about a log-out in this tab only', () => {
    const elsewhere = { kind: 'signed-out-elsewhere', username, reason: 'limit', hasOwn: false } as const
    expect(nextSession(stateIn('idle'), elsewhere).effects).toEqual(emitSignedOut(false, 'limit'))
    expect(nextSession(stateIn('idle'), { kind: 'user-deleted', username }).effects).toEqual([
      ...emitSignedOut(true, 'log-out'),
      { kind: 'post', message: { kind: 'signed-out', username, reason: 'log-out' } },
    ])
  })

  it('goes on if the user that is deleted is a former one, whose answer is late', () => {
    const state = stateIn('idle')
    expect(nextSession(state, { kind: 'user-deleted', username: 'somebody-else' })).toEqual({ state, effects: [] })
  })

  it('ends without a user and a message if there was no sign-in', () => {
    const { effects } = nextSession(initialSession, { kind: 'user-deleted', username: null })
    expect(effects.slice(2)).toEqual([
      { kind: 'emit', change: { kind: 'signed-out', here: true, reason: 'log-out', user: null } },
    ])
  })

  it('signs in with the last step and its session only', () => {
    const answer = (step: typeof code | { kind: 'done' }, given: Session | null) =>
      nextSession(
        { ...stateIn('signing-in'), owner: null },
        { kind: 'step-answered', attempt: 3, step, session: given },
      )
    expect(answer({ kind: 'done' }, session)).toMatchObject({
      state: { owner: username },
      effects: [{}, {}, { kind: 'emit', change: { kind: 'signed-in', session, here: true } }],
    })
    for (const next of [answer({ kind: 'done' }, null), answer(code, session)]) {
      expect(next.state.owner).toBeNull()
      expect(next.effects.map(({ kind }) => kind)).toEqual(['save-step'])
    }
  })

  it('takes the sign-in of another tab for one of its own user, also before this page has a user', () => {
    for (const state of [stateIn('idle'), initialSession])
      expect(nextSession(state, { kind: 'signed-in-elsewhere', session }).effects).toEqual([
        { kind: 'emit', change: { kind: 'signed-in', session, here: false } },
      ])
  })

  it('causes nothing for a response to an earlier step, and for a refusal that the user can correct', () => {
    const refused = (attempt: number) =>
      nextSession(stateIn('signing-in'), { kind: 'step-refused', attempt, reason: 'code-wrong' }).effects
    expect([refused(2), refused(3)]).toEqual([[], []])
  })
})
