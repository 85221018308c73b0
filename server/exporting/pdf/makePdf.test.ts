import { expect, test } from 'vitest';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { readPdf } from '#test/readPdf.ts';
import { makePdf } from './makePdf.ts';

async function printed(xml: string) {
  const result = parseFdx(new TextEncoder().encode(xml));
  if (!result.ok) throw new Error(result.message);
  return readPdf(await makePdf({ ...result.screenplay, title: 'Night Ferry' }));
}

const titleLine = (text: string, place = '') =>
  `<Paragraph Alignment="Center"${place}><Text>${text}</Text></Paragraph>`;
const titlePages = `<TitlePage><Content>${titleLine('NIGHT FERRY')}${titleLine('WRITERS’ NOTE', ' StartsNewPage="Yes"')}</Content></TitlePage>`;

test('makePdf prints title pages and one page for an FDX file with only blank paragraphs, as Final Draft does', async () => {
  const blank = '<Content><Paragraph Type="Scene Heading"><Text></Text></Paragraph></Content>';
  const { pages } = await printed(`<FinalDraft Version="4">${blank}${titlePages}</FinalDraft>`);
  expect(pages).toEqual([['NIGHT FERRY'], ['WRITERS’ NOTE'], []]);
});
