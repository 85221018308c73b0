import { nameEnd, spaceEnd } from './xmlCharacters.ts';

/** Stops parsing with a reason. `at` is the number of characters before the error. */
export type Fail = (at: number, reason: string) => never;

/** Surrogates pass individually: the decoder emits them only in pairs. */
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

/** Fail on a character that XML 1.0 does not allow. */
export function checkLegal(raw: string, fail: Fail): void {
  const at = raw.search(illegal);
  if (at >= 0) fail(at + 1, 'disallowed character.');
}

const xmlDeclaration =
  /^xml[\t\n\r ]+version[\t\n\r ]*=[\t\n\r ]*(["'])1\.\d+\1([\t\n\r ]+encoding[\t\n\r ]*=[\t\n\r ]*(["'])[A-Za-z][\w.-]*\3)?([\t\n\r ]+standalone[\t\n\r ]*=[\t\n\r ]*(["'])(yes|no)\5)?[\t\n\r ]*$/;

/** Fail on characters that are not allowed between <? and ?>. */
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

/** Decode the raw text between two tags. */
export function decodeXmlText(raw: string, fail: Fail): string {
  checkLegal(raw, fail);
  const at = raw.indexOf(']]>');
  if (at >= 0) fail(at + 3, 'the string "]]>" is disallowed in char data.');
  return resolveReferences(raw, inText, '\n', fail);
}

/** Decode the raw value between an attribute's quotes. White space becomes spaces. */
export function plainValue(raw: string, fail: Fail): string {
  checkLegal(raw, fail);
  const at = raw.indexOf('<');
  if (at >= 0) fail(at + 1, 'disallowed character.');
  return resolveReferences(raw, inValue, ' ', fail);
}

/** Replace references by their characters, and all other matches of the pattern by `space`. */
function resolveReferences(raw: string, pattern: RegExp, space: string, fail: Fail): string {
  return raw.replace(pattern, (found: string, name: string | undefined, at: number) =>
    found.startsWith('&') ? resolveReference(name ?? '', (reason) => fail(at, reason)) : space,
  );
}

function resolveReference(name: string, fail: (reason: string) => never): string {
  if (name === '') return fail('“&” must be written “&amp;”.');
  if (!name.startsWith('#')) return entities.get(name) ?? fail('undefined entity.');
  const [, hexadecimal, decimal = ''] = /^#(?:x([\dA-Fa-f]+)|(\d+))$/.exec(name) ?? [];
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number.parseInt(decimal, 10);
  return isLegalCode(code) ? String.fromCodePoint(code) : fail('malformed character entity.');
}

/** Return whether XML 1.0 allows the character of this code. */
function isLegalCode(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}
