import { expect, test } from 'vitest';
import { defaultFormat } from '#screenplay/format.ts';
import { wholeElements } from '#screenplay/fragment.ts';
import { htmlOf } from './copied.ts';
import { readPasted, waitsForReader } from './pasteReader.ts';

const pages = { text: "INT. DECK - DAY\nRain.\nMARA\nHold\n(MORE)\n7.\nMARA (CONT'D)\non.", html: '' };

test('a paste waits until the code that reads it is loaded, and is repeated once', async () => {
  const copied = {
    text: '',
    html: htmlOf(wholeElements([{ elementType: 'action', content: 'Rain.' }]), defaultFormat),
  };
  for (const content of [{ text: 'Hold on.', html: '' }, { text: 'Hold', html: '<i>Hold</i>' }, copied])
    expect(waitsForReader(content, () => expect.unreachable())).toBe(false);
  expect(readPasted(pages)).toBeNull();
  let isRepeated = false;
  await new Promise<void>((resolve) => {
    const again = () => {
      isRepeated = waitsForReader(pages, again);
      resolve();
    };
    expect(waitsForReader(pages, again)).toBe(true);
  });
  expect(isRepeated).toBe(false);
  expect(readPasted(pages)).toMatchObject({ leftOut: 3, uncertain: 0 });
});
