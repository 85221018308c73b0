import { expect, test } from 'vitest';
import { formatOfBytes } from './fileFormats.ts';

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const wide = (text: string) =>
  Uint8Array.from([0xff, 0xfe, ...Array.from(text, (char) => [char.charCodeAt(0), 0]).flat()]);

test.each([
  ['fdx', latin('<?xml version="1.0"?>\n<FinalDraft Version="5">')],
  ['fdx', wide('<?xml version="1.0" encoding="UTF-16"?><FinalDraft>')],
  ['osf', latin('<document type="Open Screenplay Format document" version="40">')],
  ['html', latin('<!DOCTYPE html><html>')],
  ['xml', latin('<?xml version="1.0"?><scrite/>')],
  ['pdf', latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3')],
  ['pdf', latin('\n\n  junk %PDF-1.4')],
  ['zip', latin('PK\x03\x04\x14\0')],
  ['rtf', latin('{\\rtf1\\ansi')],
  ['trelby', latin('\xef\xbb\xbf#Version 3\n#Begin-Auto-Completion')],
  ['ole', latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['sqlite', latin('SQLite format 3\0\x10')],
  ['picture', latin('\x89PNG\r\n')],
  ['text', latin('INT. DECK - NIGHT\n\nEngines < rain.')],
  ['text', latin('Title: Caf\xe9')],
  ['text', wide('INT. DECK')],
  ['text', latin('<- a line that is no markup')],
  ['unknown', latin('\0\0\0\0')],
  ['unknown', latin('\x01\x02\x03\x04\x05')],
] as const)('formatOfBytes returns %s', (format, bytes) => {
  expect(formatOfBytes(bytes)).toBe(format);
});
