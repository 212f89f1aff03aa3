import { Anchor, Button, Group, Loader } from '@mantine/core'
import { Fragment, useEffect, useState } from 'react'
import { TaskEnded } from '../preview/guarded-tasks.ts'
import type { PreviewForm } from '../preview/preview-library.ts'
import { ChangesList, dateIn } from './ChangesPanel.tsx'
import css from './PrintPage.module.css'
import { studioHost } from './studio-host.ts'
import type { FileLine } from '../source/reading-problems.ts'
import { serviceFactName, serviceValueWords } from './service-words.ts'
import type { Approval } from './studio-host.ts'
import { useSay } from './studio-texts.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'

type Described = Extract<Approval, { kind: 'described' }>

type State =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'failed'; cause: unknown }
  | { kind: 'unreadable'; place: FileLine }
  | { kind: 'shown'; approval: Described; form: PreviewForm; printedAt: number }

/** The printed form for its approvers: its questions, the changes, and boxes for the approvers' seals. */
export function PrintPage() {
  const params = new URLSearchParams(window.location.search)
  const name = params.get('form') ?? ''
  const language: StudioLanguage = params.get('lang') === 'en' ? 'en' : 'ja'
  const say = useSay(language)
  const [state, setState] = useState<State>({ kind: 'loading' })
  useEffect(() => {
    let isCurrent = true
    document.documentElement.lang = language
    const load = async (): Promise<State> => {
      const form = await studioHost().form(name, language)
      const approval = form && (await studioHost().approval(name, language))
      if (!approval) return { kind: 'missing' }
      if (approval.kind === 'unreadable') return { kind: 'unreadable', place: approval }
      return { kind: 'shown', approval, form, printedAt: Date.now() }
    }
    load().then(
      (loaded) => {
        if (isCurrent) setState(loaded)
      },
      (cause: unknown) => {
        if (isCurrent) setState({ kind: 'failed', cause })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [name, language])
  const back = studioHost().pageAddress('studio', `form=${encodeURIComponent(name)}`)
  return (
    <main className={css.page}>
      <Group className={css.controls ?? ''} mb="md">
        {state.kind === 'shown' && <Button onClick={() => window.print()}>{say('print.print')}</Button>}
        <Anchor href={back}>{say('print.back')}</Anchor>
      </Group>
      {state.kind === 'loading' && <Loader aria-label={say('loading')} />}
      {(state.kind === 'missing' || state.kind === 'unreadable' || state.kind === 'failed') && (
        <>
          <h1>{say('print.title')}</h1>
          <p role="alert">
            {state.kind === 'missing'
              ? say('print.missing')
              : state.kind === 'unreadable'
                ? say('print.unreadable', state.place)
                : state.cause instanceof TaskEnded
                  ? say('tooLong')
                  : say('failed', { reason: String(state.cause) })}
          </p>
        </>
      )}
      {state.kind === 'shown' && <Paper {...state} name={name} say={say} language={language} />}
    </main>
  )
}

type PaperProps = {
  approval: Described
  form: PreviewForm
  printedAt: number
  name: string
  say: Say
  language: StudioLanguage
}

function Paper({ approval, form, printedAt, name, say, language }: PaperProps) {
  const { outline, changes, service } = approval
  const published = changes.kind === 'compared' ? changes.published : null
  const errors = form.findings.filter(({ severity }) => severity === 'error').length
  const facts = [
    [say('print.form'), outline.title],
    [say('print.id'), name],
    [
      say('print.version'),
      form.shown === 'whole' && errors === 0 ? (form.formVersion ?? '') : say('print.version.none'),
    ],
    [
      say('print.published'),
      published ? `${published.formVersion} (${dateIn(language, published.publishedAt)})` : say('print.never'),
    ],
    [say('print.date'), dateIn(language, printedAt)],
    [say('print.findings'), say('print.findings.count', { errors, warnings: form.findings.length - errors })],
  ]
  const list = new Intl.ListFormat(language, { type: 'unit' })
  const seals = (['proposer', 'chief', 'manager', 'director'] as const).map((who) => say(`print.${who}`))
  return (
    <>
      <h1>{say('print.title')}</h1>
      <table className={css.seals}>
        <tbody>
          <tr>
            {seals.map((who) => (
              <th key={who} scope="col">
                {who}
              </th>
            ))}
          </tr>
          <tr>
            {seals.map((who) => (
              <td key={who} aria-label={who} />
            ))}
          </tr>
        </tbody>
      </table>
      <p>
        <span>{say('print.number')}</span>
        <span className={css.line} /> <span>{say('print.decided')}</span>
        <span className={css.line} />
      </p>
      <table className={css.facts}>
        <tbody>
          {facts.map(([what, value]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {outline.description !== '' && <p>{outline.description}</p>}
      <section>
        <h2>{say('print.changes')}</h2>
        <ChangesList changes={changes} say={say} language={language} order={3} />
      </section>
      <section>
        <h2>{say('print.questions')}</h2>
        {outline.steps.map((step, index) => (
          <Fragment key={step.id}>
            <h3>{say('print.step', { number: index + 1, title: step.title })}</h3>
            {step.condition !== '' && <p>{say('print.asked', { condition: step.condition })}</p>}
            {step.description !== '' && <p>{step.description}</p>}
            <table className={css.questions}>
              <thead>
                <tr>
                  {(['question', 'kind', 'required', 'condition', 'texts'] as const).map((column) => (
                    <th key={column} scope="col">
                      {say(`print.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {step.rows.map((row) => (
                  <tr key={row.path}>
                    <th scope="row" data-depth={Math.min(row.depth, 3)}>
                      {row.label}
                    </th>
                    <td>{say(`kind.${row.kind}`)}</td>
                    <td>{row.kind === 'info' ? '' : say(row.required ? 'print.yes' : 'print.no')}</td>
                    <td>
                      <Lines of={row.conditions} />
                    </td>
                    <td>
                      <Lines of={row.choices.length > 0 ? [...row.texts, list.format(row.choices)] : row.texts} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Fragment>
        ))}
      </section>
      {outline.fees.length > 0 && (
        <section>
          <h2>{say('print.fees')}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">{say('print.fee')}</th>
                <th scope="col">{say('print.amount')}</th>
                <th scope="col">{say('fees.tax')}</th>
                <th scope="col">{say('print.condition')}</th>
              </tr>
            </thead>
            <tbody>
              {outline.fees.map((fee) => (
                <tr key={`${fee.name} ${fee.amount} ${fee.conditions.join()}`}>
                  <th scope="row">{fee.name}</th>
                  <td>{fee.amount}</td>
                  <td>{fee.taxRate === 0 ? say('fees.untaxed') : `${fee.taxRate}%`}</td>
                  <td>
                    {fee.conditions.map((condition) => (
                      <div key={condition}>{condition}</div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {outline.feeTotal !== '' && <p>{say('print.feeTotal', { limits: outline.feeTotal })}</p>}
        </section>
      )}
      {outline.delivery !== '' && (
        <section>
          <h2>{say('delivery.when')}</h2>
          <p>{outline.delivery}</p>
        </section>
      )}
      {service.length > 0 && (
        <section>
          <h2>{say('print.service')}</h2>
          <table>
            <tbody>
              {service.map(({ value, ...fact }) => (
                <tr key={`${fact.key} ${fact.language}`}>
                  <th scope="row">{serviceFactName(fact, say)}</th>
                  <td>{serviceValueWords(fact.key, value, say)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {form.findings.length > 0 && (
        <section>
          <h2>{say('print.warnings')}</h2>
          <ul>
            {form.findings.map(({ file, line, column, rule, severity, message }) => (
              <li key={`${file}:${line}:${column}:${rule}:${message}`}>
                {say(severity === 'error' ? 'print.error' : 'print.warning', { message })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Lines({ of }: { of: readonly string[] }) {
  return of.map((line) => <div key={line}>{line}</div>)
}
