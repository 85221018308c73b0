import { expect, test } from 'vitest';
import { parseFountain } from '../fountain/parse.ts';
import { writeFountain } from '../fountain/write.ts';
import { parseFdx } from './parse.ts';
import { withSynopses } from './summaries.ts';
import { writeFdx } from './write.ts';

const plan = `# Act One

= It begins.

## The deck

INT. DECK - NIGHT

= Mara waits & sees.

Rain.

MARA
Hello.

INT. HOLD - DAY

= Nobody there.

# Act Two
`;

function read(source: string) {
  const result = source.startsWith('<') ? parseFdx(new TextEncoder().encode(source)) : parseFountain(source);
  if (!result.ok) throw new Error(result.message);
  return result;
}

test('round-trips sections as outline paragraphs and synopses as summaries', () => {
  const first = read(plan);
  const fdx = writeFdx(first.screenplay, first.notes);
  expect(fdx).toContain('<Paragraph Type="Outline 1"><Text>Act One</Text></Paragraph>');
  expect(fdx).toContain('<Paragraph Type="Outline Body"><Text>It begins.</Text></Paragraph>');
  expect(fdx).toContain('<Summary><Paragraph><Text>Mara waits &amp; sees.</Text></Paragraph></Summary>');
  const back = read(fdx);
  expect(back.screenplay.format.outlineHidden).toBe(true);
  expect(writeFountain(withSynopses(back.screenplay), back.notes)).toBe(plan);
});

const file = (content: string, template = 'No') =>
  `<FinalDraft DocumentType="Script" Template="${template}" Version="5">${content}</FinalDraft>`;

test('reads text directly in a paragraph and writes it into a Text element', () => {
  const { screenplay, receipt } = read(
    file('<Content><Paragraph Type="Action">\n  The lamp &amp; the rain.\n</Paragraph></Content>'),
  );
  expect(screenplay.elements).toMatchObject([{ content: 'The lamp & the rain.' }]);
  expect(receipt.uncertain).toEqual(['1 piece of a line stood outside of <Text>']);
  expect(writeFdx(screenplay)).toContain('<Text>The lamp &amp; the rain.</Text>');
  const mixed = file(
    '<Content><Paragraph Type="Action">Wind <Text Style="Bold">and</Text> rain</Paragraph></Content>',
  );
  expect(read(mixed).screenplay.elements).toMatchObject([{ content: 'Wind **and** rain' }]);
});

test('imports a template as a script with its settings and no lines', () => {
  const setting = '<ElementSettings Type="Action"><ParagraphSpec LeftIndent="2.00"/></ElementSettings>';
  const { screenplay } = read(file(`${setting}<Content></Content>`, 'Yes'));
  expect(screenplay.elements).toEqual([]);
  expect(screenplay.format.styles.Action?.leftInches).toBe(2);
  expect(writeFdx(screenplay)).toContain('Template="No"');
});

test('reports preserved and lost content in the receipt', () => {
  const { receipt } = read(
    file(
      '<?note x?><Content>stray<!-- remark --><Paragraph Type="Action"><Text Color="#FFFF00000000" Font="Arial">Red.</Text></Paragraph></Content>',
    ),
  );
  expect(receipt.kept).toEqual(['1 paragraph with a font, size or colour of its own']);
  expect(receipt.shortened).toEqual([
    '1 XML processing instruction could not be kept',
    '1 piece of text outside of paragraphs could not be kept',
    '1 XML comment could not be kept',
  ]);
});
