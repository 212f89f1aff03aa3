import { Button, Fieldset, Group, List, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { studioHost } from '../studio-host.ts'
import type { ApprovalStep } from '../../approval/form-history.ts'
import type { Plan, PlanChange } from '../studio-host.ts'
import type { Say, StudioLanguage } from '../studio-texts.ts'
import { useAnswer } from '../use-answer.ts'
import { AuthorInput } from './AuthorInput.tsx'
import { authorName } from './author-name.ts'

type Props = {
  name: string
  /** What the form is built as; null if it has errors or is not checked yet. */
  version: string | null
  /** Counts the versions that this page has published. */
  published: number
  /** Errors do not let the form be reviewed; null until it is checked for the first time. */
  errors: number | null
  language: StudioLanguage
  say: Say
  /** Saves the form, so that the step is about what the author sees. */
  beforeStep: () => Promise<void>
}

type Result = { text: string; isProblem: boolean }

/** Who reviewed, approved and published the form, the next step, and a publication for a later time. */
export function ApprovalPanel({ name, version, published, errors, language, say, beforeStep }: Props) {
  const [who, setWho] = useState(authorName)
  const [period, setPeriod] = useState<Period>({ from: '', until: '' })
  const [reason, setReason] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  /** Counts the steps taken here. */
  const [steps, setSteps] = useState(0)
  const onFailure = () => setResult({ text: say('approval.failed'), isProblem: true })
  const key = `${name} ${language} ${published} ${steps}`
  const history = useAnswer(key, () => studioHost().history(name, language), {
    concerns: (changed) => changed.includes(name),
    onFailure,
  })
  const run = (work: () => Promise<Result | null>) => {
    setIsRunning(true)
    const all = async () => {
      await beforeStep()
      return work()
    }
    all()
      .then(setResult, onFailure)
      .finally(() => {
        setIsRunning(false)
        setSteps((count) => count + 1)
      })
  }
  const take = (step: ApprovalStep) =>
    run(async () => {
      const refusal = await studioHost().takeStep(name, step)
      if (refusal === null) setReason('')
      return refusal === null ? null : { text: say(`approval.${refusal}`), isProblem: true }
    })
  const own = { who: who.trim() }
  // A moment without its time of day is empty, too.
  const isTimed = ({ from }: Period) => {
    if (from === '') setResult({ text: say('approval.wrong-moment'), isProblem: true })
    return from !== ''
  }
  const changePlan = (plan: string, to: PlanChange['to']) =>
    (to === null || isTimed(to)) &&
    run(async () => {
      const answer = await studioHost().changePlan(name, { plan, to, ...own })
      if (answer === 'changed') return { text: say(to ? 'plan.moved' : 'plan.cancelled'), isProblem: false }
      return { text: say(answer === 'gone' ? 'plan.gone' : `approval.${answer}`), isProblem: true }
    })
  const publishLater = () =>
    isTimed(period) &&
    run(async () => {
      const answer = await studioHost().publish(name, { ...own, ...period })
      if (answer.kind === 'published')
        return {
          text: say(answer.isFirst ? 'approval.plannedFirst' : 'approval.planned', {
            version: answer.version,
            from: period.from.replace('T', ' '),
          }),
          isProblem: false,
        }
      return { text: say(answer.kind === 'refused' ? 'publish.refused' : `approval.${answer.kind}`), isProblem: true }
    })
  if (history?.kind === 'unreadable')
    return <Text role="alert">{say('approval.unreadable', { line: history.line })}</Text>
  if (history === null) return result && <Text role="alert">{result.text}</Text>
  const { state, needsApproval, sentences, plans } = history
  const [now, ...events] = sentences
  const hasErrors = errors === null || errors > 0
  return (
    <Stack gap="xs" mb="md">
      <Title order={3} size="h6">
        {say('approval.title')}
      </Title>
      <Text>{now}</Text>
      {version !== null && <Text size="sm">{say('approval.version', { version })}</Text>}
      {needsApproval && <Text size="sm">{say('approval.needed')}</Text>}
      {events.length > 0 && (
        <List size="sm">
          {events.map((event, index) => (
            // The same step may be taken twice within a minute.
            <List.Item key={`${index} ${event}`}>{event}</List.Item>
          ))}
        </List>
      )}
      <AuthorInput {...{ who, say }} onChange={setWho} />
      <Group>
        {state === 'draft' && (
          <Button variant="default" disabled={isRunning || hasErrors} onClick={() => take({ what: 'review', ...own })}>
            {say('approval.review')}
          </Button>
        )}
        {state === 'review' && (
          <>
            <Button variant="default" disabled={isRunning} onClick={() => take({ what: 'approve', ...own })}>
              {say('approval.approve')}
            </Button>
            <Button variant="default" disabled={isRunning} onClick={() => take({ what: 'withdraw', ...own })}>
              {say('approval.withdraw')}
            </Button>
          </>
        )}
      </Group>
      {(state === 'review' || state === 'approved') && (
        <Group align="end">
          <TextInput
            label={say('approval.reason')}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={isRunning}
            onClick={() => take({ what: 'reject', ...own, reason: reason.trim() })}
          >
            {say('approval.reject')}
          </Button>
        </Group>
      )}
      {hasErrors && errors !== null && <Text size="sm">{say('approval.errors')}</Text>}
      <Group align="end">
        <PeriodInputs {...{ period, say }} onChange={setPeriod} />
        <Button variant="default" disabled={isRunning || hasErrors} onClick={publishLater}>
          {say('approval.publishLater')}
        </Button>
      </Group>
      {plans.map((plan) => (
        <PlannedPublication key={`${plan.from} ${plan.version}`} {...{ plan, isRunning, say }} onChange={changePlan} />
      ))}
      {result && (
        <Text role={result.isProblem ? 'alert' : 'status'} {...(result.isProblem ? { c: 'var(--studio-error)' } : {})}>
          {result.text}
        </Text>
      )}
    </Stack>
  )
}

type Period = { from: string; until: string }

function PeriodInputs(props: { period: Period; say: Say; onChange: (period: Period) => void }) {
  const { period, say, onChange } = props
  return (['from', 'until'] as const).map((end) => (
    <TextInput
      key={end}
      type="datetime-local"
      label={say(`approval.${end}`)}
      value={period[end]}
      onChange={({ currentTarget }) => onChange({ ...period, [end]: currentTarget.value })}
    />
  ))
}

type PlanProps = {
  plan: Plan
  isRunning: boolean
  say: Say
  onChange: (plan: string, to: PlanChange['to']) => void
}

/** A publication that has not begun: it can be moved to another time, or cancelled. */
function PlannedPublication({ plan, isRunning, say, onChange }: PlanProps) {
  const [period, setPeriod] = useState<Period>({
    from: plan.from.slice(0, 16),
    until: plan.until?.slice(0, 16) ?? '',
  })
  return (
    <Fieldset legend={say('plan', { version: plan.version })}>
      <Group align="end">
        <PeriodInputs {...{ period, say }} onChange={setPeriod} />
        <Button
          variant="default"
          disabled={isRunning}
          aria-label={say('plan.moveOf', { version: plan.version })}
          onClick={() => onChange(plan.from, period)}
        >
          {say('plan.move')}
        </Button>
        <Button
          variant="outline"
          color="var(--studio-error)"
          disabled={isRunning}
          aria-label={say('plan.cancelOf', { version: plan.version })}
          onClick={() => onChange(plan.from, null)}
        >
          {say('plan.cancel')}
        </Button>
      </Group>
    </Fieldset>
  )
}
