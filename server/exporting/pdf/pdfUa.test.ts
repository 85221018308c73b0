import { describe, expect, test } from 'vitest';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import type { PrintChoice } from '#screenplay/printing/printChoice.ts';
import { pdfOf } from '#test/pdfFile.ts';
import { pdfUaFaults } from '#test/pdfUa.ts';
import { makePdf } from './makePdf.ts';

async function printed(text: string, language?: string, choice?: PrintChoice): Promise<Uint8Array> {
  const read = parseFountain(new TextEncoder().encode(text));
  if (!read.ok) throw new Error(read.message);
  const { screenplay } = read;
  const format = { ...screenplay.format, sceneNumbersShown: true };
  return makePdf({
    ...screenplay,
    format,
    title: 'Night Ferry',
    ...(language && { language }),
    ...(choice && { choice }),
  });
}

const longSpeech = 'Room four, and the light is on. '.repeat(300);

describe('a printed script', () => {
  test.each([
    [
      'a title page, numbers, a dual dialogue, styles and furniture',
      `Title: Night Ferry\nAuthor: Olive Owner\n\nFADE IN:\n\nINT. DECK - NIGHT #12A#\n\n_Engines_ ~~**hum**~~.\n\nMARA\n(low)\n${longSpeech}\n\nMARA\nYes.\n\nTOBIAS ^\nNo.\n\n> CUT TO:`,
      'en-GB',
    ],
    ['many alphabets', 'INT. 東京 - NIGHT\n\nМара, שלום עולם, नमस्ते, 😀, ﷽ and ا.\n\n@מרה\nשלום.', 'he'],
    ['only a title page', 'Title: Night Ferry', 'de'],
  ])('keeps the rules of PDF/UA with %s', async (_what, text, language) => {
    expect(await pdfUaFaults(await printed(text, language))).toEqual([]);
  });
});

test('sides with crosses, marked lines and a watermark keep the rules of PDF/UA', async () => {
  const choice: PrintChoice = {
    ...{
      scenes: '2',
      character: '',
      otherText: 'crossed',
      marked: 'MARA',
      newPages: 'none',
      numbers: 'speeches',
    },
    ...{ recipient: 'Мара שלום Eddie', code: 'K7Q2-M4XD' },
  };
  const text = 'INT. DECK - NIGHT\n\nRain.\n\nINT. HOLD - NIGHT\n\nMARA\nSix.';
  expect(await pdfUaFaults(await printed(text, 'en', choice))).toEqual([]);
});

test('pdfUaFaults names the rules that a PDF without tags breaks', async () => {
  const faults = await pdfUaFaults(pdfOf(['BT /F1 12 Tf 108 700 Td (INT. DECK - NIGHT) Tj ET']));
  expect(faults).toEqual([
    'not marked as tagged',
    'no language',
    'no title in the metadata',
    'the window does not show the title',
    'no identification as PDF/UA',
    'a page without the tab order of the structure',
    'page 1: content that is neither tagged nor an artifact',
    expect.stringMatching(/^page 1: the font .* is not embedded$/),
  ]);
});
