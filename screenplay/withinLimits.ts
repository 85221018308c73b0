import { parseCue } from './cue.ts';
import type { ScriptElement, TitlePage } from './element.ts';
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
 * A script as it was read → one that keeps to the limits of what writers type, with a word about each change in the
 * receipt. What does not fit is not lost to an export in the same format: a file's title page and notes stay in
 * what is kept of it, and paragraphs that were cut are joined.
 */
export function clampToLimits(read: Read): Read {
  const { screenplay, receipt } = read;
  const { page, lines } = titlePageWithin(screenplay.titlePage);
  const { elements, notes, ...cut } = cutLongParagraphs({
    elements: screenplay.elements,
    notes: read.notes,
  });
  const { first, paragraphs, pieces } = cut;
  if (paragraphs > 0) {
    const are = paragraphs === 1 ? 'paragraph was' : 'paragraphs were';
    lines.push(
      `${counted(paragraphs)} ${are} longer than ${counted(maxContentLength)} characters and became ` +
        `${counted(pieces)}, from paragraph ${counted(first + 1)} on; a Final Draft export joins them again`,
    );
  }
  lines.push(...aboutNotes(read.notes), ...aboutNames(screenplay.elements));
  if (lines.length === 0) return read;
  const countsByType = { ...receipt.countsByType };
  for (const type of Object.keys(countsByType) as ScriptElement['elementType'][]) countsByType[type] = 0;
  for (const { elementType } of elements) countsByType[elementType]++;
  const source = page === screenplay.titlePage ? screenplay.source : withTitlePage(screenplay);
  return {
    ...read,
    screenplay: { ...screenplay, titlePage: page, elements, source },
    notes,
    receipt: { ...receipt, countsByType, shortened: lines },
  };
}

/** What the receipt calls the fields of a title page. */
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

/** As much of a title page as one holds, and what was cut; the same object where nothing was. */
export function titlePageWithin(page: TitlePage): { page: TitlePage; lines: string[] } {
  const lines: string[] = [];
  const held = { ...page };
  for (const field of Object.keys(names) as (keyof typeof names)[]) {
    held[field] = truncateText(page[field], limits[field]);
    if (held[field] !== page[field]) {
      lines.push(`Title page: ${names[field]} cut to ${counted(limits[field])} characters`);
    }
  }
  held.more = page.more.slice(0, limits.maxMore).map(({ key, value }) => ({
    key: truncateText(key, limits.moreKey),
    value: truncateText(value, limits.moreValue),
  }));
  const left = page.more.length - held.more.length;
  if (left > 0) {
    lines.push(
      `Title page: ${counted(left)} of ${counted(page.more.length)} own ${left === 1 ? 'key is' : 'keys are'} left out`,
    );
  }
  for (const [index, { key, value }] of held.more.entries()) {
    const whole = page.more[index];
    if (whole && (whole.key !== key || whole.value !== value)) {
      lines.push(`Title page: “${truncateText(key, 40)}” cut to ${counted(limits.moreValue)} characters`);
    }
  }
  return lines.length === 0 ? { page, lines } : { page: held, lines };
}

/** The Fountain writer keeps the title page of its file; the FDX file is kept with its own. */
function withTitlePage({ source, titlePage }: Read['screenplay']): Read['screenplay']['source'] {
  if (source?.fdx) return source;
  return { ...source, fountain: { after: [], ...(source?.fountain as object | undefined), titlePage } };
}

function aboutNotes(notes: readonly ScriptNote[]): string[] {
  const cut = notes.filter((note) => commentOf(note) !== textWithAuthor(note));
  const place = cut[0]?.elementIndex ?? null;
  if (cut.length === 0) return [];
  const where = place === null ? '' : `, the first at paragraph ${counted(place + 1)}`;
  const are = cut.length === 1 ? 'note was' : 'notes were';
  return [`${counted(cut.length)} ${are} cut to ${counted(maxCommentLength)} characters${where}`];
}

/** A cue that is longer than a name may be names nobody. */
function aboutNames(elements: readonly ScriptElement[]): string[] {
  const isLong = ({ elementType, content }: ScriptElement) =>
    elementType === 'character' &&
    content.length > maxNameLength &&
    parseCue(content).name.length > maxNameLength;
  const first = elements.findIndex(isLong);
  if (first < 0) return [];
  const count = elements.filter(isLong).length;
  const [are, they] = count === 1 ? ['cue is', 'it is'] : ['cues are', 'they are'];
  return [
    `${counted(count)} ${are} longer than ${counted(maxNameLength)} characters, so ${they} no name of the cast; ` +
      `the first is paragraph ${counted(first + 1)}`,
  ];
}

function counted(count: number): string {
  return count.toLocaleString('en');
}
