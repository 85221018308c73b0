/** Exit codes of the command line, listed in docs/cli.md. */
export const cliExitCodes = {
  ok: 0,
  /** `check` found something, or `diff` a difference. */
  found: 1,
  /** The arguments are wrong. */
  usage: 2,
  /** A file cannot be read as a script. */
  unreadable: 3,
  /** The result cannot be written. */
  unwritable: 4,
} as const;

export type CliExitCode = (typeof cliExitCodes)[keyof typeof cliExitCodes];

/** An error that the user can correct: printed as one line, without a stack. */
export class CommandError extends Error {
  readonly exitCode: CliExitCode;

  constructor(exitCode: CliExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
