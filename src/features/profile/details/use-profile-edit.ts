import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isRecord } from '../../../../form-model/record.ts'
import type { NewProfile, Profile, ProfileChanges } from '../../../api/generated/api.schemas.ts'
import {
  getGetProfileQueryKey,
  getGetProfileQueryOptions,
  useGetProfileSuspense,
  useUpdateProfile,
} from '../../../api/generated/profile/profile.ts'
import type { GetProfileQueryResult } from '../../../api/generated/profile/profile.ts'
import { storeResponse } from '../../../api/queries.ts'
import { useSession } from '../../../identity/port.ts'
import { notify } from '../../../feedback/notify.ts'
import { changeLanguage } from '../../../i18n/texts.ts'
import { useText } from '../../../i18n/use-text.ts'
import type { Language } from '../../../lib/language.ts'
import { problemOf } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { isString, oneOf, shape } from '../../../lib/shape.ts'
import { storageKeys } from '../../../lib/storage-keys.ts'
import { useSubmitOnce } from '../../../lib/use-submit-once.ts'
import { paths } from '../../../paths.ts'
import { forgetForm, keepForm, keptForm } from '../../../profile-form/kept-form.ts'
import { valuesOf } from '../../../profile-form/profile-values.ts'
import type { ProfileValues } from '../../../profile-form/profile-values.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { expectPageTitle } from '../../../ui/PageTitle.tsx'
import { changesOf, differing, isEmpty, withChanges } from './profile-changes.ts'
import { useNavigateFromHere } from '../../../lib/use-navigate-from-here.ts'

/** A version of the profile, with its ETag. */
type Version = { profile: Profile; etag: string }

/** My changes applied to the version that was saved meanwhile. */
export type Conflict = { changes: ProfileChanges; base: Profile; mine: Profile; theirs: Version }

type State = { base: Version; values: ProfileValues; restored: boolean; round: number }

export type ProfileEdit = ReturnType<typeof useProfileEdit>

function versionOf({ data, headers }: GetProfileQueryResult): Version {
  return {
    profile: data,
    etag: headers.etag ?? '',
  }
}

const isProfileKind = oneOf(['person', 'corporation'])
const isVersion = shape({
  profile: (profile): profile is Profile => isRecord(profile) && isProfileKind(profile.kind),
  etag: isString,
})

/**
 * Edits the profile against the version that was loaded. Typed values are kept in this tab until they are saved or
 * discarded. `onRefused` shows the fields that the API refuses and returns whether there were any.
 */
export function useProfileEdit(onRefused: (problem: Problem, sent: ProfileValues) => boolean) {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const { username } = useSession()
  const navigate = useNavigateFromHere()
  const queryClient = useQueryClient()
  const showLanguage = useMessageLanguage()
  const stored = versionOf(useGetProfileSuspense().data)
  const keptName = `profile.${username}`
  const [state, setState] = useState<State>(() => {
    const kept = keptForm(keptName, isVersion)
    return kept === null
      ? { base: stored, values: valuesOf(stored.profile), restored: false, round: 0 }
      : { ...kept, restored: true, round: 0 }
  })
  // A ref, because React may run an updater of the state after the form is left, when nothing must be kept any more.
  const latest = useRef(state.values)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { submit, busy, problem, clearProblem } = useSubmitOnce()
  const { mutateAsync } = useUpdateProfile({ mutation: { meta: { problem: 'inline' } } })

  function begin(base: Version, profile: Profile): void {
    setConflict(null)
    clearProblem()
    latest.current = valuesOf(profile)
    setState((now) => ({ base, values: valuesOf(profile), restored: false, round: now.round + 1 }))
  }

  async function leave(): Promise<void> {
    forgetForm(keptName)
    await navigate(paths.userProfile(tenantId))
  }

  async function finish(saved: GetProfileQueryResult): Promise<void> {
    await storeResponse(queryClient, getGetProfileQueryKey(), saved)
    await showLanguage(saved.data.locale, state.base.profile.locale)
    notify({ tone: 'success', message: t('edit.saved') })
    await leave()
  }

  /** Sends one request at a time. A version saved meanwhile is shown, not overwritten. */
  function send(changes: ProfileChanges, base: Version): Promise<void> {
    return submit(
      async () => {
        const saved = await saveUnlessChanged(changes, base)
        if (saved === null) await compare(changes, base)
        else await finish(saved)
      },
      (found) => (onRefused(found, state.values) ? null : found),
    )
  }

  /** Returns null if the stored profile has changed since it was loaded. */
  async function saveUnlessChanged(changes: ProfileChanges, base: Version): Promise<GetProfileQueryResult | null> {
    try {
      return await mutateAsync({ data: changes, headers: { 'If-Match': base.etag } })
    } catch (error) {
      if (problemOf(error)?.status === 412) return null
      throw error
    }
  }

  async function compare(changes: ProfileChanges, base: Version): Promise<void> {
    const answer = await queryClient.query({ ...getGetProfileQueryOptions(), staleTime: 0 })
    const theirs = versionOf(answer)
    const mine = withChanges(theirs.profile, changes)
    // No difference: this change had been saved, only its response was lost.
    if (differing(mine, theirs.profile).size === 0) return await finish(answer)
    expectPageTitle()
    setConflict({ changes, base: base.profile, mine, theirs })
  }

  return {
    ...state,
    conflict,
    problem,
    busy,
    change(next: (now: ProfileValues) => ProfileValues) {
      const values = next(latest.current)
      latest.current = values
      keepForm(keptName, { values, base: state.base })
      setState((now) => ({ ...now, values }))
    },
    async save(edited: NewProfile) {
      const changes = changesOf(state.base.profile, edited)
      if (isEmpty(changes)) await leave()
      else await send(changes, state.base)
    },
    /** Resets the form to the stored profile. */
    startOver() {
      forgetForm(keptName)
      begin(stored, stored.profile)
    },
    discard: () => void leave(),
    /** The choices in a conflict: save mine, keep theirs, or continue to edit mine based on theirs. */
    useMine: () => (conflict === null ? undefined : void send(conflict.changes, conflict.theirs)),
    useTheirs: () => {
      notify({ tone: 'success', message: t('conflict.kept') })
      void leave()
    },
    editAgain() {
      if (conflict === null) return
      const { theirs, mine } = conflict
      keepForm(keptName, { values: valuesOf(mine), base: theirs })
      begin(theirs, mine)
      expectPageTitle()
    },
  }
}

/** Shows the portal in the language the user chose for messages. */
function useMessageLanguage(): (chosen: Language, before: Language) => Promise<void> {
  const errors = useText('errors')
  return async (chosen, before) => {
    if (chosen === before) return
    try {
      await changeLanguage(chosen)
      localStore.set(storageKeys.language, chosen)
    } catch {
      // The choice is saved; only the texts could not be loaded.
      notify({ tone: 'failure', message: errors('kind.offline') })
    }
  }
}
