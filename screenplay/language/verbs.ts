/* Verbs that rules may conjugate. Rules do not rewrite words that are not in the list. */
import { irregularVerbs, regularVerbs } from './verbList.ts';

/** Verb in the forms that rewrites need. */
export interface Verb {
  base: string;
  /** Third person singular: "walks". */
  third: string;
  past: string;
  /** "walked", "broken". */
  participle: string;
  ing: string;
}

export type VerbForm = keyof Verb;

const byForm: Record<'base' | 'third' | 'past' | 'participle' | 'ing', Map<string, Verb>> = {
  base: new Map(),
  third: new Map(),
  past: new Map(),
  participle: new Map(),
  ing: new Map(),
};

/** Return the verb with this form, ignoring case; undefined for words that are not in the list. */
export function verbWith(form: VerbForm, word: string): Verb | undefined {
  return byForm[form].get(word.toLowerCase());
}

/** Return the forms of a verb. Verbs that are not in the list follow the spelling rules. */
export function conjugate(base: string): Verb {
  return byForm.base.get(base) ?? conjugateRegular(base, false);
}

function conjugateRegular(base: string, doubles: boolean): Verb {
  const stem = doubles ? base + base.slice(-1) : base;
  const endsInE = /[^eoy]e$/.test(base);
  const past = /[^aeiou]y$/.test(base)
    ? `${base.slice(0, -1)}ied`
    : /e$/.test(base)
      ? `${base}d`
      : `${stem}ed`;
  const ing = /ie$/.test(base)
    ? `${base.slice(0, -2)}ying`
    : endsInE && !verbsKeepingE.has(base)
      ? `${base.slice(0, -1)}ing`
      : `${stem}ing`;
  return { base, third: thirdPerson(base), past, participle: past, ing };
}

const verbsKeepingE = new Set(['singe']);

function thirdPerson(base: string): string {
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

function add(verb: Verb): void {
  for (const form of ['base', 'third', 'past', 'participle', 'ing'] as const) {
    if (!byForm[form].has(verb[form])) byForm[form].set(verb[form], verb);
  }
}

for (const entry of irregularVerbs.trim().split(/\s*,\s*/)) {
  const [entryWord = '', past = '', participle = ''] = entry.split(' ');
  const doubles = entryWord.endsWith('+');
  const base = entryWord.replace('+', '');
  add({ ...conjugateRegular(base, doubles), past, participle });
}
for (const entryWord of regularVerbs.trim().split(/\s+/)) {
  add(conjugateRegular(entryWord.replace('+', ''), entryWord.endsWith('+')));
}
