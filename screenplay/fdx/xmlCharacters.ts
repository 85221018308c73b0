/** A position in a text: its line, from 1, and the number of characters before it on that line. */
export interface TextPlace {
  line: number;
  column: number;
}

/** Return the position where a text ends. */
export function endOfText(text: string): TextPlace {
  const lines = text.replace(/\r\n?/g, '\n');
  let line = 1;
  let lineAt = 0;
  for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', lineAt)) {
    line++;
    lineAt = at + 1;
  }
  return { line, column: lines.length - lineAt };
}

/** Class of each ASCII character: 2 may start a name, 1 may only continue one, 0 neither. */
const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z_:]/.test(character) ? 2 : /[\d.-]/.test(character) ? 1 : 0;
});

const nameStart =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}' +
  '\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const namePattern = new RegExp(
  `[${nameStart}][${nameStart}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*`,
  'uy',
);

/** Return where the XML name that begins here ends; `from` itself if there is none. */
export function nameEnd(text: string, from: number): number {
  let minClass = 2;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127) return longNameEnd(text, from);
    if ((ascii[code] ?? 0) < minClass) return at;
    minClass = 1;
  }
  return text.length;
}

function longNameEnd(text: string, from: number): number {
  namePattern.lastIndex = from;
  return from + (namePattern.exec(text)?.[0].length ?? 0);
}

/** Return where the white space that begins here ends. */
export function spaceEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 9 && code !== 13) break;
  }
  return at;
}
