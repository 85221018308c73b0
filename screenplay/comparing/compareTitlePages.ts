import { emptyTitlePage, type TitlePage } from '../element.ts';
import { parseEmphasis } from '../emphasis.ts';
import { type ComparedRun, compareStyled } from './compareStyled.ts';

/** Field of the title page that differs. */
export interface ComparedField {
  name: string;
  runs: ComparedRun[];
}

const fieldNames = {
  title: 'Title',
  credit: 'Credit',
  author: 'Author',
  source: 'Source',
  draftDate: 'Draft date',
  contact: 'Contact',
  copyright: 'Copyright',
  notes: 'Notes',
} satisfies Record<Exclude<keyof TitlePage, 'more'>, string>;

/** Return the fields that differ; none if a title page is not known. */
export function compareTitlePages(before: TitlePage | null, after: TitlePage | null): ComparedField[] {
  if (!before || !after) return [];
  const [earlier, later] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((name) => {
    const [was, is] = [earlier.get(name) ?? '', later.get(name) ?? ''];
    const runs = compareStyled(parseEmphasis(was), parseEmphasis(is));
    // One style can be written in two ways, such as _**bold**_.
    return runs.every(({ type }) => type === 'same') ? [] : [{ name, runs }];
  });
}

function fieldsOf(page: TitlePage): Map<string, string> {
  const { more, ...texts } = { ...emptyTitlePage, ...page };
  const fields = Object.entries(fieldNames).map(([key, name]): [string, string] => [
    name,
    texts[key as keyof typeof fieldNames],
  ]);
  return new Map([...fields, ...more.map(({ key, value }): [string, string] => [key, value])]);
}
