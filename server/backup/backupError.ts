import type { BackupExitCode } from './exitCodes.ts';
import { exitCodes } from './exitCodes.ts';

/** Error that the operator can act on. The programs print its message and exit with its code. */
export class BackupError extends Error {
  override name = 'BackupError';
  readonly exitCode: BackupExitCode;

  constructor(message: string, exitCode: BackupExitCode = exitCodes.failed, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** Return an error for an order that was not started: nothing has been changed. */
export function rejected(message: string): BackupError {
  return new BackupError(message, exitCodes.rejected);
}
