import fc from 'fast-check'

/**
 * Vitest's setup: fast-check makes the same values each time, so a test that passed once fails only because of a
 * change. `RANDOM_SEED=2` tries others. A failure prints the seed and the path of its value.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.RANDOM_SEED ?? 1) })
