import type { Comparison } from '../comparing/compareDrafts.ts';
import { describeCounts } from '../comparing/countChanges.ts';
import { mergeRuns } from '../comparing/markedScript.ts';
import {
  defaultRunningLayout,
  type RunningTexts,
  type SetParagraph,
  type SetRun,
  type TitleSection,
} from '../setText.ts';
import { type Look, lookRuns } from '../styled.ts';

/*
 * Texts of a printed comparison: the header of its pages, and a first page with the counts, the
 * legend and the title page.
 */

interface DraftNames {
  before: string;
  after: string;
}

/** Characters of a name in the header. */
const maxHeaderName = 44;

/** Return headers with both names and the page number, and the legend as footer. */
export function comparisonHeaders({ before, after }: DraftNames): RunningTexts {
  const tabs = [{ inches: 7.25, type: 'Right' as const }];
  const line = (runs: SetRun[]): SetParagraph => ({ ...defaultRunningLayout, runs, tabs });
  return {
    header: {
      paragraphs: [
        line([{ text: `Earlier: ${shortened(before)}\t` }, { text: '', field: 'page' }, { text: '.' }]),
        line([{ text: `Later: ${shortened(after)}` }]),
      ],
      isVisible: true,
      isOnFirstPage: true,
    },
    footer: {
      paragraphs: [
        line([
          { text: 'new', isUnderlined: true },
          { text: '   ' },
          { text: 'deleted', isStruck: true },
          { text: '   * changed line   p. 1 later, (1) earlier page' },
        ]),
      ],
      isVisible: true,
      isOnFirstPage: true,
    },
    firstNumber: 1,
  };
}

function shortened(name: string): string {
  const letters = [...name.replace(/\s+/g, ' ')];
  return letters.length > maxHeaderName
    ? `${letters.slice(0, maxHeaderName - 1).join('')}…`
    : letters.join('');
}

const paragraph: Omit<SetParagraph, 'runs'> = {
  ...defaultRunningLayout,
  leftInches: 1.5,
  spaceBeforeLines: 1,
};

/** Return the first page: names, counts, changes of the title page, and what the marks mean. */
export function comparisonSummary(title: string, names: DraftNames, comparison: Comparison): TitleSection {
  const text = (...runs: SetRun[]): SetParagraph => ({ ...paragraph, runs });
  const bold = (words: string) => text({ text: words, isBold: true });
  const { titlePage, counts } = comparison;
  const paragraphs = [
    bold(`Changes of ${title}`),
    text({ text: `Earlier draft: ${names.before}` }),
    text({ text: `Later draft: ${names.after}` }),
    text({ text: describeCounts(counts) }),
    ...(titlePage.length > 0 ? [bold('Title page')] : []),
    ...titlePage.map(({ name, runs }) =>
      text({ text: `${name}: ` }, ...lookRuns(mergeRuns(runs).styled).map(setRunOf)),
    ),
    bold('Marks'),
    text({ text: 'Underlined on a light ground', isUnderlined: true }, { text: ': new text.' }),
    text({ text: 'Struck', isStruck: true }, { text: ': deleted text.' }),
    text({ text: '*: a line with a change.' }),
    text({
      text: 'moved from page 12: text that was on that page of the earlier draft. A line in brackets is where it was.',
    }),
    text({ text: 'was Action, now bold: another type or style.' }),
    text({ text: 'p. 12: the page of the later draft begins. (11): the page of the earlier draft begins.' }),
  ];
  return { paragraphs, running: null };
}

function setRunOf({ text, look }: { text: string; look: Look }): SetRun {
  return {
    text,
    ...(look.isBold && { isBold: true as const }),
    ...(look.isItalic && { isItalic: true as const }),
    ...(look.isUnderlined && { isUnderlined: true as const }),
    ...(look.isStruck && { isStruck: true as const }),
  };
}
