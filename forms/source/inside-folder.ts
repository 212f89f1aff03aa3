import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'

/** Whether a file is below a folder, with symbolic links resolved; a missing file is judged by its name. */
export function isInside(file: string, folder: string): boolean {
  const relative = path.relative(existsSync(folder) ? realpathSync(folder) : folder, realPathOf(file))
  return !relative.startsWith('..') && !path.isAbsolute(relative)
}

/** The real path of a file that may not exist yet: that of the nearest existing folder, and the rest. */
function realPathOf(file: string): string {
  if (existsSync(file)) return realpathSync(file)
  const parent = path.dirname(file)
  return parent === file ? file : path.join(realPathOf(parent), path.basename(file))
}
