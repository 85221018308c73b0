import type { ScriptElement } from '#screenplay/element.ts';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { defaultFormat, type ScriptFormat } from '#screenplay/format.ts';
import { pageLabelOf } from '#screenplay/layout/pageNumbers.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { plainTextOf } from '#screenplay/layout/text.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import { lockPages } from '#screenplay/production/lockPages.ts';
import { provideLockRules } from '#screenplay/production/provideLockRules.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';

provideLockRules();

/** A page of a crafted production file: its label, and the paragraphs that it begins with. */
export type CraftedPage = [label: string, ...paragraphs: string[]];

/**
 * Return a Final Draft file with locked pages. In a paragraph "|" begins the next page, and "^" is
 * a place of deleted text.
 */
export function lockedFile(pages: readonly CraftedPage[], moreParts = ''): string {
  const locks: [string, number][] = [];
  const deleted: number[] = [];
  let content = '';
  let position = 0;
  for (const [index, [label, ...paragraphs]] of pages.entries()) {
    if (index === 0 || !pages[index - 1]?.at(-1)?.includes('|')) locks.push([label, position]);
    for (const paragraph of paragraphs) {
      let text = '';
      for (const letter of paragraph) {
        if (letter === '|') locks.push([pages[index + 1]?.[0] ?? '', position + text.length]);
        else if (letter === '^') deleted.push(position + text.length);
        else text += letter;
      }
      content += `<Paragraph Type="Action"><Text>${text}</Text></Paragraph>`;
      position += text.length + 1;
    }
  }
  const lockedPages = locks.map(
    ([label, at], level) =>
      `<LockedPage LevelIndex="${level}" LockLevel="0" PageNumber="${label}" Position="${at}"/>`,
  );
  const deletions = deleted.map((at) => `<DeletedTextLocation Offset="${at}" RevisionID="1"/>`);
  return `<FinalDraft DocumentType="Script" Template="No" Version="5"><Content>${content}</Content><LockedPages>${lockedPages.join('')}</LockedPages><DeletedText>${deletions.join('')}</DeletedText>${moreParts}</FinalDraft>`;
}

/** Parse a file that must be readable. */
export function readFdx(xml: string): Screenplay {
  const result = parseFdx(new TextEncoder().encode(xml));
  if (!result.ok) throw new Error(result.message);
  return result.screenplay;
}

/** Return the label of each page with its first word: "12A Rain". */
export function pagesOf(script: Pick<Screenplay, 'elements' | 'format'> | Pagination): string[] {
  const pagination = 'marks' in script ? script : paginate(script.elements, script.format);
  return pagination.pages.map(({ elementIndex, offset }, page) => {
    const text = plainTextOf(pagination.elements[elementIndex] as ScriptElement).slice(offset);
    return `${pageLabelOf(pagination, page)} ${/\w*/.exec(text)?.[0]}`;
  });
}

/** Lock the pages of a script as they are. */
export function lockedScript(elements: readonly ScriptElement[], format: ScriptFormat = defaultFormat) {
  const { pageLock, places } = lockPages(paginate(elements, format), format.pageLock ? 2 : 1);
  return {
    elements: elements.map((element, index) => ({
      ...element,
      extras: { ...element.extras, lockedPlace: places[index] as NonNullable<(typeof places)[number]> },
    })),
    format: { ...format, pageLock },
  };
}
