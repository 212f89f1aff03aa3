const refusals: Record<string, string> = {
  ENOSPC: 'No space is left on the device. Free some space, and run the command again.',
  EDQUOT: 'The disk quota of this user is used up. Free some space, and run the command again.',
  EACCES: 'This user may not read or write here. Change the owner or the rights, or run the command as another user.',
  EPERM: 'This user may not read or write here. Change the owner or the rights, or run the command as another user.',
  EROFS: 'The file system can only be read. Name a folder that can be written.',
  ENOTDIR: 'This is a file. Name a folder.',
  EEXIST: 'This is a file. Name a folder.',
  EISDIR: 'This is a folder. Name a file.',
  ENOENT: 'This does not exist and cannot be created.',
}

type SystemError = Error & { code: string; syscall: string; path?: string }

/** Why the operating system refuses a file or a folder, and which; null for any other error. */
export function systemRefusal(error: unknown): string | null {
  return isOfSystem(error) ? `${refusals[error.code] ?? error.message} (${error.path ?? error.syscall})` : null
}

function isOfSystem(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string'
}
