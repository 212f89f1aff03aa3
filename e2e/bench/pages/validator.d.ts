/** The validator that `forms build` made for the measured form; the baselines use the same one. */
declare module 'virtual:bench-validator' {
  export const whole: {
    (answers: unknown): boolean
    errors?: { instancePath: string; keyword: string; params: { [name: string]: unknown } }[] | null
  }
}
