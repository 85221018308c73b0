import process from 'node:process';
import { parseArgs } from 'node:util';
import { check } from './check.ts';
import type { CliCommand, CliReport, OptionValues } from './command.ts';
import { convert } from './convert.ts';
import { diff } from './diff.ts';
import { type CliExitCode, CommandError, cliExitCodes } from './failure.ts';
import { packageVersion } from './packageVersion.ts';
import { pages } from './pages.ts';

const commands: Readonly<Record<string, CliCommand>> = { convert, pages, check, diff };

/** Run the command that the arguments name. Returns the exit code; never throws on bad input. */
export async function runCommandLine(args: readonly string[]): Promise<CliExitCode> {
  const [name = '--help', ...rest] = args;
  if (name === '--version') return print(packageVersion());
  if (name === '--help' || name === 'help') return print(helpOf(rest[0]));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (!command) throw usageError(`There is no command "${name}".`);
    if (rest.includes('--help')) return print(helpOf(name));
    const { positionals, values } = parsed(command, rest);
    const report = (made: CliReport) => show(made, values.json === true);
    return await command.run(positionals, values, { report });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`cold-open: ${error.message}\n`);
    return error.exitCode;
  }
}

function parsed(
  { usage, positionals: names, options }: CliCommand,
  args: string[],
): { positionals: string[]; values: OptionValues } {
  try {
    const { positionals, values } = parseArgs({
      args,
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (positionals.length !== names.length) throw new Error(`Expected ${names.join(' and ')}.`);
    return { positionals, values: values as OptionValues };
  } catch (error) {
    throw usageError(`${(error as Error).message}\nUsage: cold-open ${usage}`);
  }
}

/** Show a result: for programs as one line of JSON, for people as lines and remarks. */
function show({ result, lines = [], notes = [], isOutputTaken = false }: CliReport, isJson: boolean): void {
  const output = isOutputTaken ? process.stderr : process.stdout;
  if (isJson) {
    output.write(`${JSON.stringify(result)}\n`);
    return;
  }
  for (const line of lines) output.write(`${line}\n`);
  for (const note of notes) process.stderr.write(`${note}\n`);
}

function helpOf(name: string | undefined): string {
  const command = name === undefined ? undefined : commands[name];
  if (command) return `Usage: cold-open ${command.usage}\n\n${command.details}`;
  const list = Object.entries(commands).map(([each, { summary }]) => `  ${each.padEnd(10)}${summary}`);
  return [
    'Usage: cold-open COMMAND …',
    '',
    ...list,
    '',
    'cold-open COMMAND --help explains a command. --json prints the result for programs.',
  ].join('\n');
}

function print(text: string): CliExitCode {
  process.stdout.write(`${text}\n`);
  return cliExitCodes.ok;
}

function usageError(message: string): CommandError {
  return new CommandError(cliExitCodes.usage, `${message} See cold-open --help.`);
}
