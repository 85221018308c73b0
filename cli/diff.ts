import {
  type ComparedRow,
  type Comparison,
  compareDraftsInSteps,
} from '#screenplay/comparing/compareDrafts.ts';
import { type ComparedRun, lookChangeOf } from '#screenplay/comparing/compareStyled.ts';
import { describeCounts } from '#screenplay/comparing/countChanges.ts';
import { type Draft, type LabelledDraft, labelDraftInSteps } from '#screenplay/comparing/draft.ts';
import { earlierNumberOf, movedFromText, movedToText } from '#screenplay/comparing/rowLabels.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { runToCompletion } from '#screenplay/steps.ts';
import { withStoredCapitals } from '#screenplay/typedLetters.ts';
import type { CliCommand } from './command.ts';
import { cliExitCodes } from './failure.ts';
import { readInput, shownName } from './files.ts';

/** Lists what differs in two drafts, moved passages as moved. */
export const diff: CliCommand = {
  summary: 'List what differs in two drafts',
  usage: 'diff BEFORE AFTER [--json]',
  details: `The drafts may have different formats. A passage that was moved is listed as moved.
The exit code is 1 if the drafts differ. One of the two may be - for standard input.`,
  positionals: ['BEFORE', 'AFTER'],
  options: {},
  async run([before = '', after = ''], _options, { report }) {
    const comparison = compare(await draftOf(before), await draftOf(after));
    const { titlePage, counts } = comparison;
    const changes = changesOf(comparison);
    const fields = titlePage.map(({ name, runs }) => ({
      name,
      before: textOf(runs, 'before'),
      after: textOf(runs, 'after'),
      details: styleChanges(runs),
    }));
    report({
      result: { counts, titlePage: fields, changes },
      lines: [
        `--- ${shownName(before)}`,
        `+++ ${shownName(after)}`,
        ...(changes.length > 0 || fields.length === 0 ? [describeCounts(counts)] : []),
        ...fields.flatMap((field) => [
          '',
          [field.name, ...field.details].join(', '),
          ...textLines(field.before, field.after),
        ]),
        ...changes.flatMap(linesOf),
      ],
    });
    const isSame = changes.length === 0 && fields.length === 0;
    return isSame ? cliExitCodes.ok : cliExitCodes.found;
  },
};

/** A difference, for programs and for people. */
interface DraftChange {
  type: Exclude<ComparedRow['type'], 'same'>;
  /** Text and page in the earlier draft; null if the element is new or was moved here. */
  before: { page: string; text: string } | null;
  after: { page: string; text: string } | null;
  /** Other differences, such as "was Action", or where a moved passage is. */
  details: string[];
}

async function draftOf(file: string): Promise<Draft> {
  const { screenplay } = await readInput(file);
  return { ...screenplay, elements: screenplay.elements.map(withStoredCapitals) };
}

function compare(before: Draft, after: Draft): Comparison {
  const [earlier, later] = [before, after].map((draft) => runToCompletion(labelDraftInSteps(draft)));
  return runToCompletion(compareDraftsInSteps(earlier as LabelledDraft, later as LabelledDraft));
}

/** Return what differs, in order. A moved passage is two entries: its old and its new place. */
function changesOf(comparison: Comparison): DraftChange[] {
  const { rows, passages, before, after } = comparison;
  return rows.flatMap((row, index): DraftChange[] => {
    const { type, passage } = row;
    if (type === 'same') return [];
    const moved = passages[passage];
    const isRest = moved && index !== moved.fromRow && index !== moved.toRow;
    // The first element of a moved passage stands for those that are otherwise unchanged.
    if (isRest && row.runs === null && row.facts.length === 0) return [];
    const number = earlierNumberOf(comparison, index);
    return [
      {
        type,
        before: row.before && {
          page: before.labels.pages[row.beforeIndex] ?? '',
          text: textOfElement(row.before),
        },
        after: row.after && {
          page: after.labels.pages[row.afterIndex] ?? '',
          text: textOfElement(row.after),
        },
        details: [
          ...(moved
            ? [row.after ? movedFromText(comparison, passage) : movedToText(comparison, passage)]
            : []),
          ...styleChanges(row.runs ?? []),
          ...row.facts.map((fact) => `${fact.before} → ${fact.after}`),
          ...(number === null ? [] : [`Scene ${number} → ${after.labels.scenes[row.afterIndex]}`]),
        ],
      },
    ];
  });
}

function linesOf({ type, before, after, details }: DraftChange): string[] {
  const page = after ? `Page ${after.page}` : `Page ${before?.page} of the earlier draft`;
  const texts =
    type === 'moved'
      ? [`~ ${(after ?? before)?.text}`]
      : textLines(before?.text ?? null, after?.text ?? null);
  return ['', [page, ...details].join(', '), ...texts];
}

/** Return the lines of both texts; one line if only their style differs. */
function textLines(before: string | null, after: string | null): string[] {
  if (before === after) return [`  ${after}`];
  return [...(before === null ? [] : [`- ${before}`]), ...(after === null ? [] : [`+ ${after}`])];
}

/** Return how the style of words that stayed has changed, such as "now bold". */
function styleChanges(runs: readonly ComparedRun[]): string[] {
  return [...new Set(runs.filter(({ type }) => type === 'restyled').map(lookChangeOf))];
}

function textOfElement({ content }: { content: string }): string {
  return plainText(content).replaceAll('\n', ' / ');
}

/** Return the words of one of the two drafts. */
function textOf(runs: readonly ComparedRun[], side: 'before' | 'after'): string {
  const other = side === 'before' ? 'added' : 'removed';
  return runs
    .filter(({ type }) => type !== other)
    .map(({ text }) => text)
    .join('')
    .replaceAll('\n', ' / ');
}
