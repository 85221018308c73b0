import { nameEnd, spaceEnd } from './xmlCharacters.ts';

/** Ends the reading: what is wrong, and how many characters before. */
export type Fail = (at: number, reason: string) => never;

/** Surrogates pass one by one: the decoder gives them in pairs only. */
const illegal = /[^\t\n\r -\uFFFD]/;
const inText = /&(?:([^&;\s]*);)?|\r\n?/g;
const inValue = /&(?:([^&;\s]*);)?|\r\n?|[\t\n]/g;

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Fails on a character that XML 1.0 cannot hold. */
export function checkLegal(raw: string, fail: Fail): void {
  const at = raw.search(illegal);
  if (at >= 0) fail(at + 1, 'disallowed character.');
}

const xmlDeclaration =
  /^xml[\t\n\r ]+version[\t\n\r ]*=[\t\n\r ]*(["'])1\.\d+\1([\t\n\r ]+encoding[\t\n\r ]*=[\t\n\r ]*(["'])[A-Za-z][\w.-]*\3)?([\t\n\r ]+standalone[\t\n\r ]*=[\t\n\r ]*(["'])(yes|no)\5)?[\t\n\r ]*$/;

/** Fails on what may not stand between <? and ?>. */
export function checkInstruction(raw: string, isAtStart: boolean, fail: Fail): void {
  checkLegal(raw, fail);
  const end = nameEnd(raw, 0);
  if (end === 0 || (end < raw.length && spaceEnd(raw, end) === end)) {
    fail(end + 1, 'disallowed character in processing instruction name.');
  }
  const name = raw.slice(0, end);
  if (name.toLowerCase() !== 'xml') return;
  if (name !== 'xml' || !isAtStart) {
    fail(raw.length, 'the XML declaration must appear at the start of the document.');
  }
  if (!xmlDeclaration.test(raw)) fail(raw.length, 'the XML declaration is malformed.');
}

/** What stands between two tags of a file → the text that it stands for. */
export function decodeXmlText(raw: string, fail: Fail): string {
  checkLegal(raw, fail);
  const at = raw.indexOf(']]>');
  if (at >= 0) fail(at + 3, 'the string "]]>" is disallowed in char data.');
  return resolved(raw, inText, '\n', fail);
}

/** What stands between an attribute's quotes → its value. White space becomes spaces. */
export function plainValue(raw: string, fail: Fail): string {
  checkLegal(raw, fail);
  const at = raw.indexOf('<');
  if (at >= 0) fail(at + 1, 'disallowed character.');
  return resolved(raw, inValue, ' ', fail);
}

/** References become what they stand for, and all else that the pattern finds becomes `space`. */
function resolved(raw: string, pattern: RegExp, space: string, fail: Fail): string {
  return raw.replace(pattern, (found: string, name: string | undefined, at: number) =>
    found.startsWith('&') ? referred(name ?? '', (reason) => fail(at, reason)) : space,
  );
}

function referred(name: string, fail: (reason: string) => never): string {
  if (name === '') return fail('“&” must be written “&amp;”.');
  if (!name.startsWith('#')) return entities.get(name) ?? fail('undefined entity.');
  const [, hexadecimal, decimal = ''] = /^#(?:x([\dA-Fa-f]+)|(\d+))$/.exec(name) ?? [];
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number.parseInt(decimal, 10);
  return isLegalCode(code) ? String.fromCodePoint(code) : fail('malformed character entity.');
}

/** Whether XML 1.0 can hold the character of this code. */
function isLegalCode(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}
