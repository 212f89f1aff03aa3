import { Anchor, Button, Group, Loader } from '@mantine/core'
import { Fragment, useEffect } from 'react'
import { TaskEnded } from '../preview/guarded-tasks.ts'
import type { PreviewForm } from '../preview/preview-library.ts'
import { ruleFields } from '../edit/question-condition.ts'
import type { FormFiles } from '../edit/commands.ts'
import { ChangesList, dateIn } from './ChangesPanel.tsx'
import { findingPlaces, safeTree, trailLabel } from './form-places.ts'
import css from './PrintPage.module.css'
import { studioHost } from './studio-host.ts'
import type { FileLine } from '../source/reading-problems.ts'
import { serviceFactName, serviceValueWords } from './service-words.ts'
import type { Approval } from './studio-host.ts'
import { useSay } from './studio-texts.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'
import { useAnswer } from './use-answer.ts'

type Described = Extract<Approval, { kind: 'described' }>

/** A finding with the question that it is about. */
type PrintedFinding = PreviewForm['findings'][number] & { place: string | null }

type State =
  | { kind: 'missing' }
  | { kind: 'failed'; cause: unknown }
  | { kind: 'unreadable'; place: FileLine }
  | { kind: 'shown'; approval: Described; form: PreviewForm; findings: PrintedFinding[]; printedAt: number }

/** The printed form for its approvers: its questions, the changes, and boxes for the approvers' seals. */
export function PrintPage() {
  const params = new URLSearchParams(window.location.search)
  const name = params.get('form') ?? ''
  const language: StudioLanguage = params.get('lang') === 'en' ? 'en' : 'ja'
  const say = useSay(language)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const load = async (): Promise<State> => {
    const form = await studioHost().form(name, language)
    const approval = form && (await studioHost().approval(name, language))
    if (!approval) return { kind: 'missing' }
    if (approval.kind === 'unreadable') return { kind: 'unreadable', place: approval }
    const findings = placed(form.findings, await studioHost().files(name))
    return { kind: 'shown', approval, form, findings, printedAt: Date.now() }
  }
  const failed = (cause: unknown): State => ({ kind: 'failed', cause })
  const state = useAnswer(`${name} ${language}`, () => load().catch(failed)) ?? { kind: 'loading' }
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

function placed(findings: PreviewForm['findings'], files: FormFiles): PrintedFinding[] {
  const source = files['form.json'] ?? '{}'
  const tree = safeTree(source)
  if (!tree) return findings.map((finding) => ({ ...finding, place: null }))
  const placeOf = findingPlaces(tree, ruleFields(source))
  return findings.map((finding) => {
    const path = placeOf(finding)
    return { ...finding, place: path === null ? null : trailLabel(files, tree, path) }
  })
}

type PaperProps = {
  approval: Described
  form: PreviewForm
  findings: readonly PrintedFinding[]
  printedAt: number
  name: string
  say: Say
  language: StudioLanguage
}

function Paper({ approval, form, findings, printedAt, name, say, language }: PaperProps) {
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
      {findings.length > 0 && (
        <section>
          <h2>{say('print.warnings')}</h2>
          <ul>
            {findings.map(({ file, line, column, rule, severity, words, place }) => (
              <li key={`${file}:${line}:${column}:${rule}:${words}`}>
                {place !== null && <b>{say('problem.at', { name: place })}</b>}
                <div>{say(severity === 'error' ? 'print.error' : 'print.warning', { message: words })}</div>
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
