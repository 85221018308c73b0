/** Exit codes of `npm run backup` and `npm run restore` (docs/operating.md). */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  /** Nothing was changed. The message says what has to be done first. */
  rejected: 3,
  /** The backup was read and does not contain what its manifest says. */
  different: 4,
} as const;

export type BackupExitCode = (typeof exitCodes)[keyof typeof exitCodes];
