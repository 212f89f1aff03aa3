import type { Measured } from './measure.ts'

/** The measured costs of every page in one round. */
export type Round = { [page: string]: Measured }

/** The reference: the same page, hand-written with a library of controls. */
export const baseline = 'Mantine, hand-written'

type Column = { title: string; of: (measured: Measured) => number; ratio: boolean }

const columns: Column[] = [
  { title: 'usable, Slow 4G', of: ({ readyNet }) => readyNet, ratio: true },
  { title: 'usable', of: ({ ready }) => ready, ratio: true },
  { title: 'heap MB', of: ({ heap }) => heap / 1e6, ratio: true },
  { title: 'key p50', of: ({ keyP50 }) => keyP50, ratio: false },
  { title: 'key p95', of: ({ keyP95 }) => keyP95, ratio: true },
  { title: 'toggle', of: ({ toggle }) => toggle, ratio: true },
  { title: 'submit', of: ({ submit }) => submit, ratio: true },
  { title: 'validator (a step: 16.7)', of: ({ check }) => check, ratio: false },
  { title: 'errors', of: ({ errors }) => errors, ratio: false },
  { title: 'CPU load', of: ({ cpuLoad }) => cpuLoad, ratio: true },
  { title: 'CPU key', of: ({ cpuKey }) => cpuKey, ratio: true },
  { title: 'CPU toggle', of: ({ cpuToggle }) => cpuToggle, ratio: true },
  { title: 'CPU submit', of: ({ cpuSubmit }) => cpuSubmit, ratio: true },
]

/** Medians over the rounds in Markdown; each ratio to the baseline is the median of the ratios within the rounds. */
export function benchTable(rounds: readonly Round[]): string {
  const names = [...new Set(rounds.flatMap((round) => Object.keys(round)))].toSorted()
  const rows = names.map((name) => [
    name,
    ...columns.map(({ of, ratio }) => {
      const own = rounds.flatMap((round) => (round[name] === undefined ? [] : [of(round[name])]))
      const ratios = rounds.flatMap((round) => {
        const [mine, base] = [round[name], round[baseline]]
        return mine === undefined || base === undefined ? [] : [of(mine) / of(base)]
      })
      const figure = short(median(own))
      return ratio && name !== baseline && ratios.length > 0 && !Number.isNaN(median(ratios))
        ? `${figure} (${median(ratios).toFixed(2)}×)`
        : figure
    }),
  ])
  const head = ['page', ...columns.map(({ title }) => title)]
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function short(value: number) {
  return Number.isNaN(value) ? '–' : value.toFixed(value < 100 ? 1 : 0)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) / 2
  return ((sorted[Math.floor(place)] ?? Number.NaN) + (sorted[Math.ceil(place)] ?? Number.NaN)) / 2
}
