import { Beginnings } from './beginnings.ts';
import { headingWords, listedWords, type TimeKind } from './headingWords.ts';

/*
 * Scene headings in other languages than English. All languages are recognised in every script,
 * because scripts mix them: their words count in capitals, and where they are also ordinary words
 * only before a sign that separates the parts of a heading.
 */

const tables = Object.values(headingWords);
const interiors = new Set(tables.flatMap(({ interior }) => listedWords(interior)));
const exteriors = new Set(tables.flatMap(({ exterior }) => listedWords(exterior)));

/** Words that only headings have: any separator follows them, before a period in any case. */
const sureWords = new Set('AUSS|WN|WEWN|PLEN|ИНТ|НАТ|ЭКСТ|内景|內景|外景|内外景|內外景'.split('|'));
/** Words that are names, too: a time of day is needed at the end of the line. */
const nameWords = new Set(['UTE', 'BAHAR']);
/** Words for both in one. */
const bothWords = ['内外景', '內外景', '内外', '內外'];

const startWords = [...interiors, ...exteriors, ...bothWords].sort((a, b) => b.length - a.length).join('|');
const start = new RegExp(
  `^(${startWords})(?:\\.? ?[/／] ?(${startWords}|INT|EXT|EST))?([.．:：]\\s*|\\s*[/／]\\s*|\\s+[-–—－]+\\s+|[\\s。，、,・]+)(?=\\S|$)`,
  'iu',
);
/** English words before a full-width sign, as in Japanese and Chinese scripts. */
const fullWidthEnglish = /^(INT|EXT)[。．：]\s*(?=\S|$)/iu;
const beginnings = new Beginnings([...startWords.split('|'), 'INT', 'EXT', ...'○〇◯第场場']);

/** Mark of a heading in Japanese, with a letter of the language after it. */
const japaneseMark = /^[○〇◯]\s*(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;
const number = '[\\d一二三四五六七八九十百]{1,5}';
/** Number of a scene in Chinese, such as 第3场 and 场景三. */
const chineseNumber = new RegExp(
  `^(?:第${number}[场場]|[场場]景?${number})(?=[\\s:：、.．]|$)[\\s:：、.．]*`,
  'u',
);
const cjkSettings = '内外|內外|内景|外景|内|內|外';
const cjkTimes = [headingWords.zh, headingWords.ja]
  .flatMap(({ day, night }) => listedWords(`${day}|${night}`))
  .join('|');
/** Place, time and setting in Chinese, such as 咖啡馆 日 内. */
const chineseSetting = new RegExp(
  `^(.*\\S)\\s+(?:(${cjkTimes})[\\s/／]*(${cjkSettings})|(${cjkSettings})[\\s/／]*(${cjkTimes}))$`,
  'u',
);
const maxHeadingLength = 120;

/** Return the beginning that makes a line a heading in another language than English, or null. */
export function foreignHeadingStartOf(text: string): string | null {
  if (chineseParts(text)) return text;
  if (!beginnings.mayBegin(text)) return null;
  const numbered = japaneseMark.exec(text) ?? chineseNumber.exec(text);
  if (numbered) return numbered[0];
  const found = introIn(text);
  return found && text.slice(0, found.length);
}

/** Split a line that ends in a time and a setting, such as 1、咖啡馆 日 内. */
function chineseParts(text: string): { intro: string; rest: string } | null {
  const last = text.charCodeAt(text.length - 1);
  if (last > 32 && last < 128) return null; // most lines
  const line = text.trimEnd();
  if (line.length > maxHeadingLength || !isWide(line.slice(-1))) return null;
  const [, place, time, setting, settingBefore, timeAfter] = chineseSetting.exec(line) ?? [];
  return place === undefined
    ? null
    : { intro: (setting ?? settingBefore) as string, rest: `${place} ${time ?? timeAfter}` };
}

interface ForeignIntro {
  /** Words in capitals, with a period where one is written. */
  intro: string;
  /** Length of the beginning with its separator. */
  length: number;
}

function introIn(text: string): ForeignIntro | null {
  const english = fullWidthEnglish.exec(text);
  if (english) return { intro: `${english[1]?.toUpperCase()}.`, length: english[0].length };
  const found = start.exec(text);
  if (!found) return null;
  const [whole, first = '', second, separator = ''] = found;
  const isSure = sureWords.has(first.toUpperCase());
  const isInCapitals = whole === whole.toUpperCase();
  if (!isInCapitals && !(isSure && separator.startsWith('.'))) return null;
  const isSeparated = /^\s*[.．/／]|[-–—－]/u.test(separator) && !nameWords.has(first.toUpperCase());
  if (!isSeparated && !isSure && timeAtEnd(text.slice(whole.length)) === null) return null;
  const words = second === undefined ? first : `${first}/${second}`;
  return { intro: `${words.toUpperCase()}${isWide(first) ? '' : '.'}`, length: whole.length };
}

function isWide(word: string): boolean {
  return word.charCodeAt(0) > 0x2e7f;
}

/** Split a heading of another language into its intro and the rest; null if it is none. */
export function splitForeignIntro(line: string): { intro: string; rest: string } | null {
  const chinese = chineseParts(line);
  if (chinese) return chinese;
  if (!beginnings.mayBegin(line)) return null;
  const numbered = japaneseMark.exec(line) ?? chineseNumber.exec(line);
  if (numbered) {
    const [mark] = numbered;
    const inner = splitForeignIntro(line.slice(mark.length));
    return { intro: inner?.intro ?? mark.trim(), rest: inner?.rest ?? line.slice(mark.length) };
  }
  const found = introIn(line);
  return found && { intro: found.intro, rest: line.slice(found.length).trim() };
}

/** Return the setting that the intro of a heading names; null if it is in no table. */
export function foreignSettingOf(intro: string): 'int' | 'ext' | 'both' | null {
  const words = intro.split('/').map((word) => word.replace(/\.$/, ''));
  const isInside = words.some((word) => interiors.has(word) || bothWords.includes(word));
  const isOutside = words.some((word) => exteriors.has(word) || bothWords.includes(word));
  if (isInside && isOutside) return 'both';
  if (isInside) return 'int';
  return isOutside ? 'ext' : null;
}

const timeKinds = new Map<string, TimeKind>();
for (const kind of ['same', 'night', 'day'] as const)
  for (const table of tables)
    for (const word of listedWords(table[kind]))
      if (!timeKinds.has(timeKey(word))) timeKinds.set(timeKey(word), kind);
const maxTimeWords = 3;

function timeKey(text: string): string {
  return text.toUpperCase().replaceAll('İ', 'I').normalize('NFC').trim();
}

/** Return whether a text is a time of day of one of the tables and nothing else. */
export function isForeignTime(text: string): boolean {
  return timeKinds.has(timeKey(text));
}

/** Return the kind of the first time of day in a text; null without one. */
export function foreignTimeIn(text: string): TimeKind | null {
  const words = timeKey(text).split(/[^\p{L}\p{M}-]+/u);
  for (let from = 0; from < words.length; from++) {
    for (let count = Math.min(maxTimeWords, words.length - from); count > 0; count--) {
      const kind = timeKinds.get(words.slice(from, from + count).join(' '));
      if (kind) return kind;
    }
  }
  return null;
}

const timeSeparators = [
  /^(.*\S)\s+[-–—－]+\s*(\S[^-–—－]*)$/u,
  /^(.*[^\s\-–—－])[-–—－]+([\u2e80-\uffef]+)$/u,
  /^(.*\S)\s*[/／,，、.．。・]\s*([^/／,，、.．。・]+)[.。]?$/u,
  /^(.*\S)\s*[(（]([^()（）]+)[)）]$/u,
  /^(.*\S)[\s　]+([\u2e80-\uffef]+)$/u,
];

/** Split a location and the time of day at its end; null if no time of a table is there. */
export function timeAtEnd(rest: string): { location: string; timeOfDay: string } | null {
  const text = rest.trim();
  if (text.length > maxHeadingLength) return null;
  for (const separator of timeSeparators) {
    const [, location = '', timeOfDay = ''] = separator.exec(text) ?? [];
    if (location !== '' && isForeignTime(timeOfDay)) return { location, timeOfDay: timeOfDay.trim() };
  }
  return null;
}
