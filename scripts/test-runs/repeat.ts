import { delimiter } from 'node:path'

/** One run of the suite. */
export type Run = { ok: boolean; counts: string; seconds: number }
export type Row = { run: number; load: 'idle' | 'busy'; seconds: string; result: string }

type Parts = {
  times: number
  /** How many runs at the end share the processor with busy programs. */
  underLoad: number
  runSuite: (run: number) => Run
  /** Starts the busy programs; returns a function that ends them. */
  startLoad: () => () => void
  onRow: (row: Row) => void
}

/** Repeats the suite until a run fails. Returns whether all runs passed. */
export function repeatSuite({ times, underLoad, runSuite, startLoad, onRow }: Parts): boolean {
  for (let run = 1; run <= times; run += 1) {
    const isBusy = run > times - underLoad
    const endLoad = isBusy ? startLoad() : () => undefined
    try {
      const { ok, counts, seconds } = runSuite(run)
      onRow({
        run,
        load: isBusy ? 'busy' : 'idle',
        seconds: seconds.toFixed(0),
        result: ok ? counts : `FAILED: ${counts}`,
      })
      if (!ok) return false
    } finally {
      endLoad()
    }
  }
  return true
}

/** The last line with counts in the output of `npm test`. */
export function countsIn(output: string): string {
  const lines = output.split('\n').filter((line) => /^\d+ passed, \d+ failed/.test(line))
  return lines.at(-1) ?? 'no counts: the run ended early'
}

/** The environment as before `npm run`, so that a clone uses nothing of this folder. */
export function withoutThisPackage(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('npm_') && name !== 'INIT_CWD')
  const isOurs = (folder: string) => /[\\/]node_modules[\\/]/.test(folder)
  return {
    ...Object.fromEntries(kept),
    PATH: (env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => !isOurs(folder))
      .join(delimiter),
  }
}
