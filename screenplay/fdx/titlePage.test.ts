import { describe, expect, test } from 'vitest';
import { emptyTitlePage } from '../element.ts';
import type { ParseResult } from '../screenplay.ts';
import { parseFdx } from './parse.ts';
import { titleParagraphs } from './titlePage.ts';

function file(content: string, rest = '', version = '5'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<FinalDraft DocumentType="Script" Version="${version}"><Content>${content}</Content>${rest}</FinalDraft>`;
}

function paragraph(type: string, text: string, attributes = ''): string {
  return `<Paragraph Type="${type}"${attributes}><Text>${text}</Text></Paragraph>`;
}

function read(xml: string): Extract<ParseResult, { ok: true }> {
  const result = parseFdx(new TextEncoder().encode(xml));
  if (!result.ok) throw new Error(result.message);
  return result;
}

describe('parseFdx: title page', () => {
  const lines = (...rows: [string, string][]) =>
    `<TitlePage><Content>${rows.map(([alignment, text]) => `<Paragraph Alignment="${alignment}"><Text>${text}</Text></Paragraph>`).join('')}</Content></TitlePage>`;
  const titlePageOf = (xml: string) => read(file(paragraph('Action', 'Wind.'), xml)).screenplay.titlePage;

  test('recognises fields by position and wording', () => {
    expect(
      titlePageOf(
        lines(
          ['Left', ''],
          ['Center', 'NIGHT FERRY'],
          ['Center', ''],
          ['Center', 'Written by'],
          ['Center', ''],
          ['Center', 'Olive'],
          ['Center', 'and Eddie'],
          ['Center', ''],
          ['Center', 'Story by'],
          ['Center', ''],
          ['Center', 'Cora'],
          ['Center', ''],
          ['Center', 'Second draft'],
          ['Full', 'Pier 4'],
          ['Left', '\u00a9 2026 Olive'],
        ),
      ),
    ).toEqual({
      title: 'NIGHT FERRY',
      credit: 'Written by',
      author: 'Olive\nand Eddie',
      source: 'Story by\nCora',
      draftDate: 'Second draft',
      contact: 'Pier 4',
      copyright: '\u00a9 2026 Olive',
      notes: '',
      more: [],
    });
  });

  test('ignores the content of an untouched template', () => {
    const page = titlePageOf(
      lines(
        ['Center', 'Script Title'],
        ['Center', '(Name of Project)'],
        ['Left', 'Address'],
        ['Left', 'Phone Number'],
      ),
    );
    expect(page).toMatchObject({ title: '', author: '', contact: '' });
  });

  test('reads the title from the first page only', () => {
    const page =
      '<TitlePage><Content><Paragraph Alignment="Center"><Text>NIGHT FERRY</Text></Paragraph><Paragraph Alignment="Center" StartsNewPage="Yes"><Text>“Home.”</Text></Paragraph></Content></TitlePage>';
    expect(titlePageOf(page)).toMatchObject({ title: 'NIGHT FERRY', notes: '', author: '' });
  });
});

test('titleParagraphs writes marks of emphasis as styles', () => {
  const title = '_**NIGHT**_ FERRY\\*';
  const runs = titleParagraphs({ ...emptyTitlePage, title }).flatMap(({ children }) => children);
  expect(runs.filter((run) => typeof run !== 'string' && run.children.length > 0)).toEqual([
    { name: 'Text', attributes: { Style: 'Bold+Underline' }, children: ['NIGHT'] },
    { name: 'Text', attributes: {}, children: [' FERRY*'] },
  ]);
});
