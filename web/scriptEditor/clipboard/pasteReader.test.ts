import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultFormat } from '#screenplay/format.ts';
import { wholeElements } from '#screenplay/fragment.ts';
import { htmlOf } from './copied.ts';

// Each test loads the code that reads pasted text for the first time.
let reader: typeof import('./pasteReader.ts');
let toasts: typeof import('#web/lib/toast.ts');
beforeEach(async () => {
  vi.resetModules();
  reader = await import('./pasteReader.ts');
  toasts = await import('#web/lib/toast.ts');
});
afterEach(() => {
  vi.doUnmock('./pastedElements.ts');
  vi.unstubAllGlobals();
});

const pages = { text: "INT. DECK - DAY\nRain.\nMARA\nHold\n(MORE)\n7.\nMARA (CONT'D)\non.", html: '' };

test('a paste waits until the code that reads it is loaded, and is repeated once', async () => {
  const copied = {
    text: '',
    html: htmlOf(wholeElements([{ elementType: 'action', content: 'Rain.' }]), defaultFormat),
  };
  for (const content of [{ text: 'Hold on.', html: '' }, { text: 'Hold', html: '<i>Hold</i>' }, copied])
    expect(reader.waitsForReader(content, () => expect.unreachable())).toBe(false);
  expect(reader.readPasted(pages)).toBeNull();
  let isRepeated = false;
  await new Promise<void>((resolve) => {
    const again = () => {
      isRepeated = reader.waitsForReader(pages, again);
      resolve();
      return true;
    };
    expect(reader.waitsForReader(pages, again)).toBe(true);
  });
  expect(isRepeated).toBe(false);
  expect(reader.readPasted(pages)).toMatchObject({ leftOut: 3, uncertain: 0 });
});

test('a toast asks to paste again if the focus is in no field of the script', async () => {
  // The simulated browser has neither of the two.
  vi.stubGlobal(
    'DataTransfer',
    class {
      setData = () => undefined;
    },
  );
  vi.stubGlobal('ClipboardEvent', Event);
  expect(reader.waitsForReader(pages, () => reader.pasteAtFocus(pages))).toBe(true);
  await vi.waitFor(() =>
    expect(toasts.currentToasts()[0]?.description).toBe(
      'The line was closed before the text was read. Paste again.',
    ),
  );
});

test('a toast asks to paste again if the code cannot be loaded', async () => {
  vi.doMock('./pastedElements.ts', () => Promise.reject(new Error('offline')));
  expect(reader.waitsForReader(pages, () => expect.unreachable())).toBe(true);
  await vi.waitFor(() =>
    expect(toasts.currentToasts()[0]?.description).toBe(
      'A part of the page could not be loaded. Check your connection. Paste again.',
    ),
  );
});
