export interface TitleBox {
  width: number;
  height: number;
  /** Maximum font size. */
  maxFontSize: number;
  /** Distance of two baselines as a share of the font size. */
  leading: number;
  maxLines: number;
}

export interface FittedTitle {
  lines: string[];
  fontSize: number;
}

/**
 * Break a title into the lines that allow the largest font size in the box. Widths are estimated
 * (advances of Newsreader at display size, rounded up), because a poster is drawn before text can
 * be measured. A word that is longer than a line is split.
 */
export function fitTitle(title: string, box: TitleBox): FittedTitle {
  const words = wordsOf(title);
  let best: FittedTitle = { lines: [], fontSize: 0 };
  for (let count = 1; count <= box.maxLines; count++) {
    const lines = balanceLines(words, count);
    const widest = Math.max(...lines.map(widthEm));
    const fontSize = Math.min(box.maxFontSize, box.width / widest, box.height / (box.leading * lines.length));
    if (fontSize > best.fontSize) best = { lines, fontSize };
  }
  return { ...best, fontSize: Math.floor(best.fontSize * 10) / 10 };
}

/**
 * Wider than nearly every English word. A title without spaces is split into even parts below this
 * width.
 */
const maxWordEm = 10.5;

function wordsOf(title: string): string[] {
  return title.trim().split(/\s+/u).flatMap(partsOf);
}

function partsOf(word: string): string[] {
  const count = Math.ceil(widthEm(word) / maxWordEm);
  if (count <= 1) return [word];
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
  const length = Math.ceil(letters.length / count);
  const parts: string[] = [];
  for (let at = 0; at < letters.length; at += length) parts.push(letters.slice(at, at + length).join(''));
  return parts;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Break words into at most `count` lines, with the widest line as narrow as possible. */
function balanceLines(words: string[], count: number): string[] {
  let low = Math.max(...words.map(widthEm));
  let high = widthEm(words.join(' '));
  while (high - low > 0.05) {
    const middle = (low + high) / 2;
    if (fillLines(words, middle).length <= count) high = middle;
    else low = middle;
  }
  return fillLines(words, high);
}

function fillLines(words: string[], limitEm: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line ? `${line} ${word}` : word;
    if (line && widthEm(longer) > limitEm) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Return the width of a text in ems. */
function widthEm(text: string): number {
  let width = 0;
  for (const letter of text) width += advanceEm(letter);
  return width;
}

function advanceEm(letter: string): number {
  if (/[\s.,:;'’‘!|ijl]/.test(letter)) return 0.26;
  if (/[frtI()[\]-]/.test(letter)) return 0.37;
  if (/[MWÆŒ—…@%]/.test(letter)) return 1;
  if (/[mw&]/.test(letter)) return 0.86;
  if (/[\p{Lu}]/u.test(letter)) return 0.69;
  if (
    /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\uff60]|\p{Extended_Pictographic}/u.test(
      letter,
    )
  )
    return 1.05;
  return 0.51;
}
