import { describe, expect, test } from 'vitest';
import type { Screenplay } from '../screenplay.ts';
import { parseFdx } from './parse.ts';
import { writeFdx } from './write.ts';

const options = (left: string, right: string, shown = 'Yes') =>
  `<SceneNumberOptions LeftLocation="${left}" RightLocation="${right}" ShowNumbersOnLeft="${shown}" ShowNumbersOnRight="No"/>`;

function read(part: string): Screenplay {
  const xml = `<FinalDraft Version="5"><Content><Paragraph Number="12" Type="Scene Heading"><Text>INT. DECK</Text></Paragraph><Paragraph Number="12A" Type="Shot"><Text>THE LAMP</Text></Paragraph></Content>${part}</FinalDraft>`;
  const result = parseFdx(new TextEncoder().encode(xml));
  if (!result.ok) throw new Error(result.message);
  return result.screenplay;
}

describe('parseFdx of scene numbers', () => {
  test('reads the number of a shot, and where numbers are printed', () => {
    const { elements, format } = read(options('1.00', '7.25'));
    expect(elements.map(({ sceneNumber, extras }) => [sceneNumber, extras?.number])).toEqual([
      ['12', undefined],
      [null, '12A'],
    ]);
    expect(format).toMatchObject({
      sceneNumbersShown: true,
      sceneNumberPlaces: { leftInches: 1, rightInches: 7.25, isLeftShown: true, isRightShown: false },
    });
  });

  test('reads a file that shows numbers on neither side as one without', () => {
    const { format } = read(options('0.75', '7.38', 'No'));
    expect([format.sceneNumbersShown, format.sceneNumberPlaces]).toEqual([false, undefined]);
  });

  test('writes the options as they were until they change', () => {
    const hidden = read(options('0.75', '7.38', 'No'));
    expect(writeFdx(hidden)).toContain(options('0.75', '7.38', 'No'));
    const shown = { ...hidden, format: { ...hidden.format, sceneNumbersShown: true } };
    expect(writeFdx(shown)).toMatch(/ShowNumbersOnLeft="Yes" ShowNumbersOnRight="Yes"/);
    expect(writeFdx(read(options('1.00', '7.25')))).toContain(options('1.00', '7.25'));
  });
});
