import type { ScriptFormat } from '../format.ts';
import { cellsOf } from '../layout/cells.ts';
import { cellPoints, linePoints, pageBoxOf, pointsPerInch } from '../layout/metrics.ts';
import type { TextRun } from '../layout/types.ts';
import { type ChangeMemo, type PageChange, pageChanges, type SceneChange } from './changeMemo.ts';

/** Headings of the pages of a memo, by how they differ. */
export const pageChangeNames: Record<PageChange, string> = {
  new: 'New pages',
  changed: 'Changed pages',
  moved: 'Pages with moved text',
  omitted: 'Omitted pages',
  adjacent: 'Pages before new or omitted ones',
};

export const sceneChangeNames: Record<SceneChange, string> = {
  new: 'new',
  changed: 'changed',
  moved: 'moved',
  omitted: 'omitted',
};

/** Content of a printed memo. */
export interface MemoText {
  /** Name of the script. */
  title: string;
  /** Revision and day of the issue: "Blue, November 29, 2026". */
  issue: string;
  note: string;
  memo: ChangeMemo;
  /** Recipients with what they get; empty if the reader may not see them. */
  recipients: readonly string[];
}

/** Line of a printed memo. */
interface MemoLine {
  text: string;
  isBold: boolean;
}

const plain = (text: string): MemoLine => ({ text, isBold: false });
const bold = (text: string): MemoLine => ({ text, isBold: true });

/** Yield the lines of a memo. */
function* memoLines({ title, issue, note, memo, recipients }: MemoText): Generator<MemoLine> {
  yield bold(title);
  yield plain(`Changes: ${issue}`);
  for (const line of note.split('\n').filter((each) => each.trim() !== '')) yield plain(line);
  yield* section('Pages', pageLines(memo));
  const scenes = memo.scenes.map(({ number, heading, type }) =>
    plain(`${number.padEnd(6)} ${heading} (${sceneChangeNames[type]})`),
  );
  if (scenes.length > 0) yield* section('Scenes', scenes);
  if (recipients.length > 0) yield* section('Recipients', recipients.map(plain));
}

function* section(title: string, lines: readonly MemoLine[]): Generator<MemoLine> {
  yield plain('');
  yield bold(title);
  yield* lines;
}

function pageLines({ isFullDraft, pages }: ChangeMemo): MemoLine[] {
  if (isFullDraft) return [plain('The whole script is issued.')];
  if (pages.length === 0) return [plain('No page has changed.')];
  return pageChanges.flatMap((type) => {
    const labels = pages.filter((page) => page.type === type).map(({ label }) => label);
    return labels.length === 0 ? [] : [plain(`${pageChangeNames[type]}: ${labels.join(', ')}`)];
  });
}

const marginInches = 1.25;

/** Return the printed pages of a memo. */
export function memoPages(memo: MemoText, format: ScriptFormat): TextRun[][] {
  const { widthPoints, heightPoints } = pageBoxOf(format);
  const margin = marginInches * pointsPerInch;
  const maxCells = Math.floor((widthPoints - 2 * margin) / cellPoints);
  const lines = [...memoLines(memo)].flatMap(({ text, isBold }) =>
    wrapped(text, maxCells).map((each): MemoLine => ({ text: each, isBold })),
  );
  const linesPerPage = Math.floor((heightPoints - 2 * margin) / linePoints);
  const pages: TextRun[][] = [];
  for (let from = 0; from < lines.length; from += linesPerPage)
    pages.push(
      lines.slice(from, from + linesPerPage).flatMap(({ text, isBold }, index): TextRun[] => {
        if (text === '') return [];
        const place = { xPoints: margin, yPoints: margin + (index + 1) * linePoints };
        const style = { isBold, isItalic: false, isUnderlined: false };
        return [{ text, ...place, ...style, role: 'title-page', elementIndex: null }];
      }),
    );
  return pages;
}

/** Wrap a text at spaces; a word that is too long is cut. */
function wrapped(text: string, maxCells: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (cellsOf(longer) <= maxCells) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (cellsOf(line) > maxCells) {
      lines.push(line.slice(0, maxCells));
      line = line.slice(maxCells);
    }
  }
  return [...lines, line];
}
