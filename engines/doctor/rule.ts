import type { ElementType } from '#screenplay/element.ts';
import type { ReadElement } from '#screenplay/facts/input.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import type { Sentence } from '#screenplay/language/sentences.ts';
import type { Steps } from '#screenplay/steps.ts';

/** A change of a range of text. Offsets refer to the text without marks. */
export interface TextEdit {
  from: number;
  to: number;
  text: string;
}

/** One element as input for a rule. */
export interface ExaminedLine {
  index: number;
  element: ReadElement;
  /** Without emphasis marks. */
  text: string;
  sentences: readonly Sentence[];
  facts: ReadProject;
}

/** A weakness in one line. */
export interface RuleFault {
  /** Range of the text that it is about; edits are inside it. */
  from: number;
  to: number;
  description: string;
  /** The rewrite: edits in order without overlaps; null if none is certainly right. */
  edits: readonly TextEdit[] | null;
  /** The words of the habit, for a rule with several: “we see”. */
  habit?: string;
  /** Overrides the confidence of the rule. */
  confidence?: number;
  /** Names that the rewrite leaves out on purpose, as in the rule about calling names. */
  drops?: readonly string[];
}

/** A weakness that only the whole script shows. `index` is null if it is about no line. */
export interface ScriptFault extends RuleFault {
  index: number | null;
}

interface RuleBase {
  /** In kebab case. Must never change, since clients and histories store it. */
  id: string;
  /** A few words for a list: "Camera talk". */
  name: string;
  /** Explanation for the writer of why it matters. */
  reason: string;
  /** 0 to 1: how often a professional would agree. */
  confidence: number;
  /**
   * Minimum number of findings in a script, for weaknesses that only matter as a habit. Default: 1.
   */
  minCount?: number;
}

/** Finds weaknesses in single elements of the given types. */
export interface LineRule extends RuleBase {
  scope: 'line';
  types: readonly ElementType[];
  find(line: ExaminedLine): RuleFault[];
}

/** Finds weaknesses that take more than one element to detect. */
export interface ScriptRule extends RuleBase {
  scope: 'script';
  /** Compute in steps what `find` reuses, if that takes long. */
  prepare?(facts: ReadProject): Steps<unknown>;
  find(facts: ReadProject): ScriptFault[];
}

export type Rule = LineRule | ScriptRule;

/** Create a fault that covers a sentence. */
export function inSentence(
  { from, to }: Sentence,
  description: string,
  edits: readonly TextEdit[] | null,
  more: Pick<RuleFault, 'confidence' | 'drops' | 'habit'> = {},
): RuleFault {
  return { from, to, description, edits, ...more };
}

/** Quote the words of a fault, shortened to one line. */
export function quoteShort(text: string, maxLength = 60): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return `“${line}”`;
  const cut = line.slice(0, maxLength).replace(/\s+\S*$/, '');
  return `“${cut}…”`;
}
