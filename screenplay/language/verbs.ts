/*
 * The verbs that the rules may conjugate. A verb that is not here is left alone: a rule that does not know
 * a word does not rewrite it.
 */
import { irregularVerbs, regularVerbs } from './verbList.ts';

/** A verb in the forms that rewrites need. */
export interface Verb {
  base: string;
  /** "walks": he, she, it, now. */
  third: string;
  past: string;
  /** "walked", "broken". */
  participle: string;
  ing: string;
}

/** One of them. */
export type VerbForm = keyof Verb;

const byForm: Record<'base' | 'third' | 'past' | 'participle' | 'ing', Map<string, Verb>> = {
  base: new Map(),
  third: new Map(),
  past: new Map(),
  participle: new Map(),
  ing: new Map(),
};

/** The verb of which this is that form, in small letters; undefined for a word that is not in the list. */
export function verbWith(form: VerbForm, word: string): Verb | undefined {
  return byForm[form].get(word.toLowerCase());
}

/** The forms of a verb, also of one that is not in the list, by the rules of spelling. */
export function conjugate(base: string): Verb {
  return byForm.base.get(base) ?? regular(base, false);
}

function regular(base: string, doubles: boolean): Verb {
  const stem = doubles ? base + base.slice(-1) : base;
  const endsInE = /[^eoy]e$/.test(base);
  const past = /[^aeiou]y$/.test(base)
    ? `${base.slice(0, -1)}ied`
    : /e$/.test(base)
      ? `${base}d`
      : `${stem}ed`;
  const ing = /ie$/.test(base)
    ? `${base.slice(0, -2)}ying`
    : endsInE && !keepsE.has(base)
      ? `${base.slice(0, -1)}ing`
      : `${stem}ing`;
  return { base, third: thirdOf(base), past, participle: past, ing };
}

const keepsE = new Set(['singe']);

function thirdOf(base: string): string {
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

function add(verb: Verb): void {
  for (const form of ['base', 'third', 'past', 'participle', 'ing'] as const) {
    if (!byForm[form].has(verb[form])) byForm[form].set(verb[form], verb);
  }
}

for (const entry of irregularVerbs.trim().split(/\s*,\s*/)) {
  const [written = '', past = '', participle = ''] = entry.split(' ');
  const doubles = written.endsWith('+');
  const base = written.replace('+', '');
  add({ ...regular(base, doubles), past, participle });
}
for (const written of regularVerbs.trim().split(/\s+/)) {
  add(regular(written.replace('+', ''), written.endsWith('+')));
}
