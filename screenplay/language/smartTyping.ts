/* Typographic quotation marks, dashes and capitals in place of what a keyboard types. */
import { endsWithAbbreviation } from './abbreviations.ts';
import type { ScriptLanguage } from './scriptLanguage.ts';

/** Typing rules that are switched on. */
export interface TypingRules {
  smartQuotes: boolean;
  smartDashes: boolean;
  sentenceCapitals: boolean;
}

/** A text in which a character was typed before the caret. */
export interface TypedText {
  text: string;
  caret: number;
  language: ScriptLanguage;
  rules: TypingRules;
  /** Whether the text may begin in the middle of a sentence. */
  isContinued: boolean;
}

/** Range of the text and the text that takes its place. */
export interface TypingReplacement {
  from: number;
  to: number;
  insert: string;
}

interface QuotationMarks {
  double: readonly [open: string, close: string];
  /** Null: a single mark is always an apostrophe. */
  single: readonly [open: string, close: string] | null;
}

const english: QuotationMarks = { double: ['“', '”'], single: ['‘', '’'] };
const angular: QuotationMarks = { double: ['«', '»'], single: null };

const quotationMarks: Record<ScriptLanguage, QuotationMarks> = {
  'en-US': english,
  'en-GB': english,
  de: { double: ['„', '“'], single: ['‚', '‘'] },
  // The typewriter font has no narrow no-break space, and all its spaces are one cell wide.
  fr: { double: ['«\u00a0', '\u00a0»'], single: null },
  es: angular,
  it: angular,
  'pt-BR': english,
  'pt-PT': { double: ['«', '»'], single: ['‘', '’'] },
  pl: { double: ['„', '”'], single: ['‚', '’'] },
  ru: { double: ['«', '»'], single: null },
  tr: english,
  nl: english,
  sv: { double: ['”', '”'], single: null },
  hi: english,
  'hi-Latn': english,
  zh: english,
  ja: { double: ['「', '」'], single: null },
};

const apostrophe = '’';
const opensBefore = /(?:^|[\s([{«“„‘‚/])$/u;
const dashBefore = /[-–—]$/u;

/**
 * Return the replacement after the character before the caret was typed; null if the text stays.
 * It is applied after the typed text, as its own step of undo.
 */
export function typingReplacement(typed: TypedText): TypingReplacement | null {
  const { text, caret, rules } = typed;
  const character = text.charAt(caret - 1);
  const before = text.slice(0, caret - 1);
  if (rules.smartQuotes) {
    if (character === '"') return replaceQuote(typed, before);
    if (character === "'") return replaceSingleQuote(typed, before);
    const found = correctedApostrophe(typed, before, character);
    if (found) return found;
  }
  if (rules.smartDashes && character === '-' && /(?:^|[^-])-$/.test(before))
    return { from: caret - 2, to: caret, insert: dashOf(typed.language) };
  if (rules.sentenceCapitals && /[\s.,;:!?…)\]"”»-]/u.test(character)) return capitalise(typed, before);
  return null;
}

const shortDashes: readonly ScriptLanguage[] = ['de', 'pl', 'nl', 'sv'];

function dashOf(language: ScriptLanguage): string {
  return shortDashes.includes(language) ? '–' : '—';
}

function replaceQuote({ language, caret }: TypedText, before: string): TypingReplacement {
  const [open, close] = quotationMarks[language].double;
  return { from: caret - 1, to: caret, insert: isOpening(before, open, close) ? open : close };
}

function replaceSingleQuote({ language, caret }: TypedText, before: string): TypingReplacement {
  const { single } = quotationMarks[language];
  const insert = single && pickSingle(before, single);
  return { from: caret - 1, to: caret, insert: insert ?? apostrophe };
}

/** Return a quotation mark, or the apostrophe where no quotation is open. */
function pickSingle(before: string, [open, close]: readonly [string, string]): string {
  if (isOpening(before, open, close)) return open;
  return isQuotationOpen(before, open, close) ? close : apostrophe;
}

/** Return whether a mark after this text opens a quotation. After a dash it may do both. */
function isOpening(before: string, open: string, close: string): boolean {
  if (opensBefore.test(before)) return true;
  return dashBefore.test(before) && !isQuotationOpen(before, open, close);
}

function isQuotationOpen(before: string, open: string, close: string): boolean {
  return before.lastIndexOf(open.trim()) > before.lastIndexOf(close.trim());
}

/** Words that begin with an apostrophe, which is typed like an opening mark. */
const clippedWords = /(?:^|[\s(“«])‘(?:em|tis|twas|til|cause|cuz|bout|round|n|neath|nother|kay|sup)$/iu;

/**
 * Return the correction of a single mark that turns out to be an apostrophe: in a word ("geht’s"),
 * before a year ("’90s"), or before a clipped word ("’em").
 */
function correctedApostrophe(
  { language, caret }: TypedText,
  before: string,
  character: string,
): TypingReplacement | null {
  const { single } = quotationMarks[language];
  if (!single) return null;
  const [open, close] = single;
  const last = before.slice(-1);
  const isInWord = close !== apostrophe && last === close && /\p{L}/u.test(character);
  const isYear = last === open && /\d/.test(character);
  if (isInWord || isYear) return { from: caret - 2, to: caret - 1, insert: apostrophe };
  const isWordEnd = /[\s.,;:!?…—-]/u.test(character);
  const clipped = isWordEnd && open === '‘' ? clippedWords.exec(before) : null;
  if (!clipped) return null;
  const at = clipped.index + clipped[0].indexOf('‘');
  return { from: at, to: at + 1, insert: apostrophe };
}

const lastWord = /(?:^|[\s([{"“”„«‘‚¿¡\u00a0]|(?<!\p{L})['’])(\p{Ll}[\p{Ll}\p{M}]*(?:['’][\p{Ll}\p{M}]+)*)$/u;
/** End of a sentence with the white space, opening marks and brackets that follow. */
const sentenceStart = /(?:^|[^.…]|^)[.!?]["”’»)\]]*\s+["'“„«‘‚([¿¡\u00a0]*$/u;
const textStart = /^["'“„«‘‚¿¡\u00a0\s]*$/u;

/** Capitalise the word before the caret if it starts a sentence. */
function capitalise({ caret, language, isContinued }: TypedText, before: string): TypingReplacement | null {
  const found = lastWord.exec(before);
  const word = found?.[1];
  if (!word) return null;
  const from = caret - 1 - word.length;
  const lead = before.slice(0, from);
  const isFirst = textStart.test(lead) ? !isContinued : isAfterSentence(lead, language);
  const letter = String.fromCodePoint(word.codePointAt(0) ?? 0);
  const capital = letter.toUpperCase();
  if (!isFirst || capital === letter || capital.length !== letter.length) return null;
  return { from, to: from + letter.length, insert: capital };
}

function isAfterSentence(lead: string, language: ScriptLanguage): boolean {
  if (!sentenceStart.test(lead)) return false;
  const end = lead.replace(/["'“„«‘‚([¿¡\u00a0]*$/u, '').trimEnd();
  // "Stop!” she says.": the sentence goes on after a quotation that ends with these.
  if (/[!?]["”’»)\]]+$/u.test(end)) return false;
  return !endsWithAbbreviation(end, language);
}
