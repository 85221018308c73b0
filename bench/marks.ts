import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Edit } from '#screenplay/edits/edit.ts';
import { parseEmphasis, type StyledText, writeEmphasis } from '#screenplay/emphasis.ts';
import { childNode, childNodes, nodeXml, parseNode, type XmlNode } from '#screenplay/fdx/xml.ts';
import { joinStyled, replaceRange, splitStyled, unstyled } from '#screenplay/styled.ts';
import { KeptScript } from '#test/keptScript.ts';
import { type Random, seeded } from '#test/random.ts';
import { corpusBytes, corpusPath, hasCorpus } from './corpus.ts';
import type { Row } from './measure.ts';

const edits = 1000;

/**
 * What edits leave of the files of others: how many of the runs, marks and parts that no edit touched come back byte for
 * byte. Every share has to be a hundred percent; what is not is printed.
 */
export async function run(): Promise<Row[]> {
  if (!hasCorpus) return [];
  const files = readdirSync(dirname(corpusPath('x'))).filter((name) => name.endsWith('.fdx'));
  const words = { wanted: 0, found: 0 };
  for (const file of files) oneWordInTen(file, words);
  const random = { wanted: 0, found: 0 };
  const perFile = Math.ceil(edits / files.length);
  for (const [seed, file] of files.entries()) randomEdits(file, seeded(seed + 1), perFile, random);
  return [
    {
      name: `${files.length} files, one word in every tenth paragraph: lines that are as they should be`,
      ...share(words),
    },
    {
      name: `${perFile * files.length} random edits, each taken back or not: runs, paragraphs and parts that were not touched`,
      ...share(random),
    },
  ];
}

function share({ wanted, found }: Share) {
  return { figure: (100 * found) / wanted, unit: '%' as const, of: 'ours' as const };
}

interface Share {
  wanted: number;
  found: number;
}

/** The paragraphs of a written file, each as XML, and all that stands around them. */
function linesOf(xml: string): string[] {
  const root = parseNode(xml.replace(/^<\?.*\?>\n/, ''));
  const content = childNode(root, 'Content');
  const script = childNodes(content ?? root).flatMap((paragraph) => {
    const dual = childNode(paragraph, 'DualDialogue');
    if (!dual) return [nodeXml(paragraph)];
    const around: XmlNode = { ...paragraph, children: paragraph.children.filter((child) => child !== dual) };
    return [nodeXml(around), ...childNodes(dual).map(nodeXml)];
  });
  return [
    ...childNodes(root)
      .filter((node) => node !== content)
      .map(nodeXml),
    ...script,
  ];
}

/** Nothing but that word differs: the same runs with the same attributes, and the same text but for it. */
function oneWordInTen(file: string, found: Share): void {
  const kept = new KeptScript(corpusBytes(file));
  const before = linesOf(kept.written());
  for (const [index, row] of kept.rows.entries()) {
    const styled = parseEmphasis(row.content);
    const match = index % 10 === 0 ? /[\p{L}\p{M}]{3,}/u.exec(styled.text) : null;
    if (!match) continue;
    const word = match[0];
    const next = `${word.slice(0, -1)}x${word.slice(-1)}`;
    kept.change([
      {
        does: 'update',
        id: row.id,
        fields: {
          content: writeEmphasis(
            replaceRange(
              styled,
              match.index,
              match.index + word.length,
              inStyleOf(styled, match.index, next),
            ),
          ),
        },
      },
    ]);
  }
  const after = linesOf(kept.written());
  found.wanted += before.length;
  for (const [index, line] of before.entries()) {
    const now = after[index] ?? '';
    const isRight = withoutRanges(now) === withoutRanges(line) || differsInOneWord(line, now);
    if (isRight) found.found++;
    else console.error(`  ${file}\n    was ${line.slice(0, 400)}\n    is  ${now.slice(0, 400)}`);
  }
}

/** A word in the style of what it stands in the place of. */
function inStyleOf(styled: StyledText, at: number, text: string): StyledText {
  const span = styled.spans.find(({ from, to }) => from <= at && at < to);
  return span ? { text, spans: [{ ...span, from: 0, to: text.length }] } : unstyled(text);
}

function differsInOneWord(line: string, now: string): boolean {
  const [a, b] = [line.split(/(?<=>)|(?=<)|(\s+)/), now.split(/(?<=>)|(?=<)|(\s+)/)];
  const different = a.filter((part, index) => part !== b[index]);
  return (
    a.length === b.length && different.length <= 2 && different.every((part) => !/^<|>$/.test(part ?? ''))
  );
}

/** After each edit all runs and paragraphs but those that it was made in are as they were, and so are all other parts. */
function randomEdits(file: string, random: Random, count: number, found: Share): void {
  const kept = new KeptScript(corpusBytes(file));
  for (let round = 0; round < count && kept.rows.length > 0; round++) {
    const before = kept.written();
    const { change, maxRuns } = someChange(kept, random);
    const back = kept.change(change);
    const after = kept.written();
    const judge = (isRight: boolean, what: string) => {
      found.wanted++;
      if (isRight) found.found++;
      else console.error(`  ${file}: ${what}: ${JSON.stringify(change).slice(0, 300)}`);
    };
    judge(around(before) === around(after), 'parts around the script');
    judge(
      missing(linesOf(withoutRanges(before)), linesOf(withoutRanges(after))) <= change.length,
      'other paragraphs',
    );
    judge(missing(runsOf(before), runsOf(after)) <= maxRuns, 'other runs');
    if (random.chance(0.5)) continue;
    kept.change(back);
    judge(kept.written() === before, 'taken back');
  }
}

/** All but the script; the ranges of notes follow the text. */
function around(xml: string): string {
  const outside = xml.slice(0, xml.indexOf('<Content')) + xml.slice(xml.lastIndexOf('</Content>'));
  return withoutRanges(outside);
}

function withoutRanges(xml: string): string {
  return xml.replace(/ Range="[\d,]*"/g, '');
}

function runsOf(xml: string): string[] {
  return xml.match(/<Text[^>]*>[^<]*<\/Text>/g) ?? [];
}

/** How many of the first are not among the second. */
function missing(before: readonly string[], after: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of after) counts.set(line, (counts.get(line) ?? 0) + 1);
  let count = 0;
  for (const line of before) {
    const left = counts.get(line) ?? 0;
    if (left === 0) count++;
    else counts.set(line, left - 1);
  }
  return count;
}

const maxDeleted = 6;

/** What writers do: words typed and taken out, paragraphs cut in two and put together; and how many runs that concerns. */
function someChange(kept: KeptScript, random: Random): { change: Edit[]; maxRuns: number } {
  const index = random.below(kept.rows.length);
  const row = kept.rows[index] as KeptScript['rows'][number];
  const styled = parseEmphasis(row.content);
  const at = random.below(styled.text.length + 1);
  const update = (text: typeof styled): Edit => ({
    does: 'update',
    id: row.id,
    fields: { content: writeEmphasis(text) },
  });
  const kind = random.pick(['type', 'type', 'word', 'delete', 'split', 'join'] as const);
  if (kind === 'split') {
    const [head, tail] = splitStyled(styled, at);
    const { elementType, dual } = row;
    const rest = { elementType, content: writeEmphasis(tail), dual };
    if (head.text.trim() !== '' && tail.text.trim() !== '')
      return { change: [update(head), { does: 'insert', afterId: row.id, elements: [rest] }], maxRuns: 2 };
  }
  const next = kept.rows[index + 1];
  // Columns of a dual dialogue stand in a part of their own, and what becomes a heading or a cue is in capitals then.
  const isAlike = row.dual === null && next?.dual === null && row.elementType === next.elementType;
  if (kind === 'join' && isAlike && !next.extras?.blanksBefore) {
    const { styled: joined } = joinStyled(styled, parseEmphasis(next.content));
    return { change: [update(joined), { does: 'delete', id: next.id }], maxRuns: 2 };
  }
  if (kind === 'delete') {
    const rest = replaceRange(styled, at, at + 1 + random.below(maxDeleted), unstyled(''));
    if (rest.text.trim() !== '') return { change: [update(rest)], maxRuns: maxDeleted };
  }
  const typed = kind === 'word' ? ' Some words' : 'x';
  return { change: [update(replaceRange(styled, at, at, typedAt(styled, at, typed)))], maxRuns: 1 };
}

/** Typed text has the style of what it stands behind. */
function typedAt(styled: StyledText, at: number, text: string): StyledText {
  return inStyleOf(styled, Math.max(0, at - 1), text);
}
