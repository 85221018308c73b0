import { writeEighths } from '#screenplay/layout/eighths.ts';
import { pageLabelOf } from '#screenplay/layout/pageNumbers.ts';
import type { CliCommand } from './command.ts';
import { cliExitCodes } from './failure.ts';
import { readInput } from './files.ts';
import { paginated } from './paginated.ts';
import { tableLines } from './tableLines.ts';

/** Lists the scenes of a script with their pages and lengths, as pages break in Final Draft. */
export const pages: CliCommand = {
  summary: 'List scenes with their pages and lengths',
  usage: 'pages INPUT [--json]',
  details: `Pages break where Final Draft breaks them; locked pages keep their labels.
Lengths are in eighths of a page. INPUT may be - for standard input.`,
  positionals: ['INPUT'],
  options: {},
  async run([input = ''], _options, { report }) {
    const script = await readInput(input);
    const { pagination, scenes, numbers, figures } = paginated(script);
    const listed = scenes.map((scene, index) => ({
      number: numbers[index] ?? null,
      heading: scene.heading,
      page: scene.page,
      eighths: scene.eighths,
      speaking: scene.speaking,
      silent: scene.silent,
    }));
    const labels = pagination.pages.map((_page, index) => pageLabelOf(pagination, index));
    report({
      result: {
        pages: labels.length,
        labels,
        eighths: figures.eighths,
        words: figures.words,
        scenes: listed,
      },
      lines: [
        ...tableLines([
          ['No.', 'Heading', 'Page', 'Length'],
          ...listed.map(({ number, heading, page, eighths }) => [
            number ?? '',
            heading,
            page,
            eighths === 0 ? 'omitted' : writeEighths(eighths),
          ]),
        ]),
        `${count(listed.length, 'scene')}, ${count(labels.length, 'page')}, ${count(figures.words, 'word')}`,
      ],
    });
    return cliExitCodes.ok;
  },
};

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}
