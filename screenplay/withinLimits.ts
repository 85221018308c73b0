import { parseCue } from './cue.ts';
import type { ScriptElement, TitlePage } from './element.ts';
import { isCueType } from './elementTypes/predicates.ts';
import { countByType } from './elementTypes/table.ts';
import {
  titlePageLimits as limits,
  maxCommentLength,
  maxContentLength,
  maxNameLength,
  truncateText,
} from './limits.ts';
import { cutLongParagraphs } from './longParagraphs.ts';
import { commentOf, type ParseResult, type ScriptNote, textWithAuthor } from './screenplay.ts';

type Read = Extract<ParseResult, { ok: true }>;

/**
 * Truncate an imported script to the limits of fields, and report each change in the receipt. An
 * export in the same format loses nothing: the preserved content holds the original title page and
 * notes, and split paragraphs are joined.
 */
export function clampToLimits(read: Read): Read {
  const { screenplay, receipt } = read;
  const { page, lines } = clampTitlePage(screenplay.titlePage);
  const { elements, notes, ...cut } = cutLongParagraphs({
    elements: screenplay.elements,
    notes: read.notes,
  });
  const { first, paragraphs, pieces } = cut;
  if (paragraphs > 0) {
    const are = paragraphs === 1 ? 'paragraph was' : 'paragraphs were';
    lines.push(
      `${formatCount(paragraphs)} ${are} longer than ${formatCount(maxContentLength)} characters and became ` +
        `${formatCount(pieces)}, from paragraph ${formatCount(first + 1)} on; a Final Draft export joins them again`,
    );
  }
  lines.push(...noteMessages(read.notes), ...nameMessages(screenplay.elements));
  if (lines.length === 0) return read;
  const countsByType = countByType(elements);
  const source = page === screenplay.titlePage ? screenplay.source : withTitlePage(screenplay);
  return {
    ...read,
    screenplay: { ...screenplay, titlePage: page, elements, source },
    notes,
    receipt: { ...receipt, countsByType, shortened: lines },
  };
}

/** Names of the title page fields in the receipt. */
const names = {
  title: 'title',
  credit: 'credit',
  author: 'author',
  source: 'source',
  draftDate: 'draft date',
  contact: 'contact',
  copyright: 'copyright',
  notes: 'notes',
} as const;

/** Truncate a title page and return messages about the changes. An unchanged page is reused. */
export function clampTitlePage(page: TitlePage): { page: TitlePage; lines: string[] } {
  const lines: string[] = [];
  const clamped = { ...page };
  for (const field of Object.keys(names) as (keyof typeof names)[]) {
    clamped[field] = truncateText(page[field], limits[field]);
    if (clamped[field] !== page[field]) {
      lines.push(`Title page: ${names[field]} cut to ${formatCount(limits[field])} characters`);
    }
  }
  clamped.more = page.more.slice(0, limits.maxMore).map(({ key, value }) => ({
    key: truncateText(key, limits.moreKey),
    value: truncateText(value, limits.moreValue),
  }));
  const left = page.more.length - clamped.more.length;
  if (left > 0) {
    lines.push(
      `Title page: ${formatCount(left)} of ${formatCount(page.more.length)} own ${left === 1 ? 'key is' : 'keys are'} left out`,
    );
  }
  for (const [index, { key, value }] of clamped.more.entries()) {
    const whole = page.more[index];
    if (whole && (whole.key !== key || whole.value !== value)) {
      lines.push(`Title page: “${truncateText(key, 40)}” cut to ${formatCount(limits.moreValue)} characters`);
    }
  }
  return lines.length === 0 ? { page, lines } : { page: clamped, lines };
}

/**
 * Preserve the original title page for the Fountain writer. Preserved FDX content already has it.
 */
function withTitlePage({ source, titlePage }: Read['screenplay']): Read['screenplay']['source'] {
  if (source?.fdx) return source;
  return { ...source, fountain: { after: [], ...(source?.fountain as object | undefined), titlePage } };
}

function noteMessages(notes: readonly ScriptNote[]): string[] {
  const cut = notes.filter((note) => commentOf(note) !== textWithAuthor(note));
  const place = cut[0]?.elementIndex ?? null;
  if (cut.length === 0) return [];
  const where = place === null ? '' : `, the first at paragraph ${formatCount(place + 1)}`;
  const are = cut.length === 1 ? 'note was' : 'notes were';
  return [`${formatCount(cut.length)} ${are} cut to ${formatCount(maxCommentLength)} characters${where}`];
}

/** Report cues longer than a character name may be. They get no character. */
function nameMessages(elements: readonly ScriptElement[]): string[] {
  const isLong = ({ elementType, content }: ScriptElement) =>
    isCueType(elementType) && content.length > maxNameLength && parseCue(content).name.length > maxNameLength;
  const first = elements.findIndex(isLong);
  if (first < 0) return [];
  const count = elements.filter(isLong).length;
  const [are, they] = count === 1 ? ['cue is', 'it is'] : ['cues are', 'they are'];
  return [
    `${formatCount(count)} ${are} longer than ${formatCount(maxNameLength)} characters, so ${they} no name of the cast; ` +
      `the first is paragraph ${formatCount(first + 1)}`,
  ];
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
