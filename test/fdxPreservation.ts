import type { Edit } from '#screenplay/edits/edit.ts';
import { parseEmphasis, type StyledText, writeEmphasis } from '#screenplay/emphasis.ts';
import { childNode, childNodes, nodeXml, parseNode, type XmlNode } from '#screenplay/fdx/xml.ts';
import { joinStyled, replaceRange, splitStyled, unstyled } from '#screenplay/styled.ts';
import type { Random } from './random.ts';
import { StoredFdxScript } from './storedFdxScript.ts';

/** Receives the result of each check, with a description of what was checked. */
export type ReportCheck = (isRight: boolean, what: string) => void;

/** Return the paragraphs of a written file, each as XML, and everything around them. */
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

/**
 * Change one word in every tenth line. Check that only that word differs: the same runs with the
 * same attributes, and otherwise the same text.
 */
export function checkOneWordChanges(bytes: Uint8Array, report: ReportCheck): void {
  const stored = new StoredFdxScript(bytes);
  const before = linesOf(stored.toFdx());
  stored.change(
    stored.rows.flatMap((row, index): Edit[] => {
      const styled = parseEmphasis(row.content);
      const match = index % 10 === 0 ? /[\p{L}\p{M}]{3,}/u.exec(styled.text) : null;
      if (!match) return [];
      const word = match[0];
      const next = inStyleOf(styled, match.index, `${word.slice(0, -1)}x${word.slice(-1)}`);
      const changed = replaceRange(styled, match.index, match.index + word.length, next);
      return [{ type: 'update', id: row.id, fields: { content: writeEmphasis(changed) } }];
    }),
  );
  const after = linesOf(stored.toFdx());
  report(after.length === before.length, 'number of paragraphs and parts');
  for (const [index, line] of before.entries()) {
    const now = after[index] ?? '';
    const isRight = withoutPositions(now) === withoutPositions(line) || differsInOneWord(line, now);
    report(isRight, `was ${line.slice(0, 400)}\n    is  ${now.slice(0, 400)}`);
  }
}

/** Return `text` in the style of the word that it replaces. */
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

/**
 * Make random edits. After each one, check that all other runs and paragraphs and all other parts
 * of the file are unchanged.
 */
export function checkRandomEdits(bytes: Uint8Array, random: Random, count: number, check: ReportCheck): void {
  const stored = new StoredFdxScript(bytes);
  let before = fileOf(stored);
  for (let round = 0; round < count && stored.rows.length > 0; round++) {
    const { change, maxRuns } = randomEdit(stored, random);
    const back = stored.change(change);
    const after = fileOf(stored);
    const report = (isRight: boolean, what: string) =>
      check(isRight, `${what}: ${JSON.stringify(change).slice(0, 300)}`);
    report(before.around === after.around, 'parts around the script');
    report(missing(before.lines, after.lines) <= change.length, 'other paragraphs');
    report(missing(before.runs, after.runs) <= maxRuns, 'other runs');
    if (random.chance(0.5)) {
      before = after;
      continue;
    }
    stored.change(back);
    report(stored.toFdx() === before.xml, 'undo restores the file');
  }
}

function fileOf(stored: StoredFdxScript) {
  const xml = stored.toFdx();
  return { xml, around: around(xml), lines: linesOf(withoutPositions(xml)), runs: runsOf(xml) };
}

/** Return the file without its script and without positions in it, which follow the text. */
function around(xml: string): string {
  const outside = xml.slice(0, xml.indexOf('<Content')) + xml.slice(xml.lastIndexOf('</Content>'));
  return withoutPositions(outside);
}

function withoutPositions(xml: string): string {
  return xml.replace(/<LockedPage [^>]*>/g, '').replace(/ (Range|Offset)="[\d,]*"/g, '');
}

function runsOf(xml: string): string[] {
  return xml.match(/<Text[^>]*>[^<]*<\/Text>/g) ?? [];
}

/** Return how many of the first lines are not among the second. */
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

/**
 * Return a random edit: type or delete text, split or join paragraphs. `maxRuns` limits the runs
 * that it may change.
 */
function randomEdit(stored: StoredFdxScript, random: Random): { change: Edit[]; maxRuns: number } {
  const index = random.below(stored.rows.length);
  const row = stored.rows[index] as StoredFdxScript['rows'][number];
  const styled = parseEmphasis(row.content);
  const at = random.below(styled.text.length + 1);
  const update = (text: typeof styled): Edit => ({
    type: 'update',
    id: row.id,
    fields: { content: writeEmphasis(text) },
  });
  const kind = random.pick(['type', 'type', 'word', 'delete', 'split', 'join'] as const);
  if (kind === 'split') {
    const [head, tail] = splitStyled(styled, at);
    const { elementType, dual } = row;
    const rest = { elementType, content: writeEmphasis(tail), dual };
    if (head.text.trim() !== '' && tail.text.trim() !== '')
      return { change: [update(head), { type: 'insert', afterId: row.id, elements: [rest] }], maxRuns: 2 };
  }
  const next = stored.rows[index + 1];
  // Columns of a dual dialogue are a separate part of the file. Text that becomes a heading or a
  // cue turns to capitals.
  const isAlike = row.dual === null && next?.dual === null && row.elementType === next.elementType;
  if (kind === 'join' && isAlike && !next.extras?.blanksBefore) {
    const { styled: joined } = joinStyled(styled, parseEmphasis(next.content));
    return { change: [update(joined), { type: 'delete', id: next.id }], maxRuns: 2 };
  }
  if (kind === 'delete') {
    const rest = replaceRange(styled, at, at + 1 + random.below(maxDeleted), unstyled(''));
    if (rest.text.trim() !== '') return { change: [update(rest)], maxRuns: maxDeleted };
  }
  const typed = kind === 'word' ? ' Some words' : 'x';
  return { change: [update(replaceRange(styled, at, at, typedTextAt(styled, at, typed)))], maxRuns: 1 };
}

/** Return typed text in the style of the text before it. */
function typedTextAt(styled: StyledText, at: number, text: string): StyledText {
  return inStyleOf(styled, Math.max(0, at - 1), text);
}
