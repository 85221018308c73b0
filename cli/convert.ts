import path from 'node:path';
import { type ExportFormat, exportFormatNames, exportFormats } from '#screenplay/exportFormats.ts';
import { writeScriptFile } from '#server/exporting/writeScriptFile.ts';
import type { CliCommand } from './command.ts';
import { CommandError, cliExitCodes } from './failure.ts';
import { nameWithoutEnding, readInput, writeResult } from './files.ts';

/** Converts a script into another format, and reports what was uncertain and what is lost. */
export const convert: CliCommand = {
  summary: 'Convert a script into another format',
  usage: 'convert INPUT OUTPUT [--to FORMAT] [--json]',
  details: `INPUT may be FDX, Fountain, PDF, Word, RTF, HTML, Fade In, OSF, Highland, Celtx or Trelby.
The ending of OUTPUT decides the format, or --to: ${exportFormatNames.join(', ')}.
INPUT and OUTPUT may be -, for standard input and output.`,
  positionals: ['INPUT', 'OUTPUT'],
  options: { to: { type: 'string' } },
  async run([input = '', output = ''], { to }, { report }) {
    const format = formatOf(output, to);
    const script = await readInput(input);
    const { screenplay, notes, receipt } = script;
    const { bytes, losses } = await writeScriptFile(format, {
      ...screenplay,
      ...{
        title: nameWithoutEnding(input),
        language: screenplay.language ?? null,
        notes,
        modifiedAt: new Date(),
      },
    });
    await writeResult(output, bytes);
    const { kept, uncertain, shortened } = receipt;
    const name = exportFormats[format].name;
    report({
      result: { input, output, format, bytes: bytes.length, kept, uncertain, shortened, losses },
      // Standard output may be the file.
      notes: [
        ...uncertain.map((text) => `Uncertain: ${text}`),
        ...shortened.map((text) => `Shortened: ${text}`),
        ...losses.map((text) => `Not in ${name}: ${text}`),
      ],
      isOutputTaken: output === '-',
    });
    return cliExitCodes.ok;
  },
};

function formatOf(output: string, to: string | boolean | undefined): ExportFormat {
  const ending = path.extname(output).slice(1).toLowerCase();
  const requested = typeof to === 'string' ? to.toLowerCase() : ending;
  const format = exportFormatNames.find((name) => name === requested);
  if (format) return format;
  const known = exportFormatNames.join(', ');
  throw new CommandError(
    cliExitCodes.usage,
    requested === ''
      ? `Name the format by --to or by the ending of the output. Formats: ${known}.`
      : `No script can be written as "${requested}". Formats: ${known}.`,
  );
}
