import type { ParseArgsOptionsConfig } from 'node:util';
import type { CliExitCode } from './failure.ts';

/** A result for programs (`--json`), and the same for people. */
export interface CliReport {
  result: unknown;
  /** Lines of standard output. */
  lines?: readonly string[];
  /** Lines of standard error: remarks that are not the result. */
  notes?: readonly string[];
  /** Whether a file was written to standard output. JSON then goes to standard error. */
  isOutputTaken?: boolean;
}

export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** A command of the command line. */
export interface CliCommand {
  /** One line for the list of commands. */
  summary: string;
  usage: string;
  details: string;
  /** Names of the required arguments. */
  positionals: readonly string[];
  options: ParseArgsOptionsConfig;
  run(
    positionals: readonly string[],
    options: OptionValues,
    output: { report(report: CliReport): void },
  ): Promise<CliExitCode>;
}
