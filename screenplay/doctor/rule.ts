import type { ElementType } from '../element.ts';
import type { ReadElement } from '../facts/input.ts';
import type { ReadProject } from '../facts/project.ts';
import type { Sentence } from '../language/sentences.ts';

/** A change of a stretch of text; offsets count in the text without marks. */
export interface TextEdit {
  from: number;
  to: number;
  text: string;
}

/** One element under a rule's eyes. */
export interface ExaminedLine {
  index: number;
  element: ReadElement;
  /** Without marks of emphasis. */
  text: string;
  sentences: readonly Sentence[];
  facts: ReadProject;
}

/** A weakness in one line. */
export interface RuleFault {
  /** What of the text it is about; edits lie within it. */
  from: number;
  to: number;
  description: string;
  /** The rewrite, in order and not overlapping; null where there is none that is certainly right. */
  edits: readonly TextEdit[] | null;
  /** The words that are the habit, where a rule knows several: “we see”. */
  habit?: string;
  /** Where it differs from the rule's. */
  confidence?: number;
  /** Names that the rewrite leaves out on purpose, as a rule against calling names does. */
  drops?: readonly string[];
}

/** A weakness that only the whole script shows. `index` is null where it is about no line. */
export interface ScriptFault extends RuleFault {
  index: number | null;
}

interface RuleBase {
  /** In kebab case; never changes, since interfaces and histories keep it. */
  id: string;
  /** A few words for a list: "Camera talk". */
  name: string;
  /** Why it matters, for the writer. */
  reason: string;
  /** 0 to 1: how often a professional would agree. */
  confidence: number;
  /** Only so many in a script are worth a word: what is fine once and wearing as a manner. */
  least?: number;
}

/** Finds weaknesses in one element at a time, of the types it names. */
export interface LineRule extends RuleBase {
  scope: 'line';
  types: readonly ElementType[];
  find(line: ExaminedLine): RuleFault[];
}

/** Finds what takes more than one element to see. */
export interface ScriptRule extends RuleBase {
  scope: 'script';
  find(facts: ReadProject): ScriptFault[];
}

/** Either kind. */
export type Rule = LineRule | ScriptRule;

/** A fault that covers a sentence. */
export function inSentence(
  { from, to }: Sentence,
  description: string,
  edits: readonly TextEdit[] | null,
  more: Pick<RuleFault, 'confidence' | 'drops' | 'habit'> = {},
): RuleFault {
  return { from, to, description, edits, ...more };
}

/** The words of a fault as it quotes them: short, in one line. */
export function quoteShort(text: string, longest = 60): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return `“${line}”`;
  const cut = line.slice(0, longest).replace(/\s+\S*$/, '');
  return `“${cut}…”`;
}
