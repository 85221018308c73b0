import type { ScriptLanguage } from './scriptLanguage.ts';

/** Words that end with a period within a sentence, in lower case. */
const everywhere = 'int ext est i/e int/ext ext/int cont vs etc no st dr prof jr sr vol p pp fig tel';
const byLanguage: Record<string, string> = {
  en: 'mr mrs ms messrs lt sgt capt col gen gov rev hon mt ave blvd rd dept inc ltd co corp approx',
  de: 'hr fr frl bzw ca evtl ggf usw inkl nr str abs bsp sog vgl gem geb jh zzgl bd hrsg min std',
  fr: 'm mm mme mlle av bd boul env ex éd réf',
  es: 'sr sra srta dra ud uds vd av avda pág núm aprox',
  it: 'sig dott dott.ssa ecc pag avv ing geom arch spett',
  pt: 'sr sra srta dra av pág núm aprox',
};

const sets = new Map<string, ReadonlySet<string>>();

function abbreviationsOf(language: ScriptLanguage): ReadonlySet<string> {
  const code = language.slice(0, 2);
  const found = sets.get(code) ?? new Set(`${everywhere} ${byLanguage[code] ?? ''}`.split(' '));
  sets.set(code, found);
  return found;
}

/**
 * Return whether the period at the end of a text belongs to an abbreviation: a known one, a single
 * letter ("J."), one with periods inside ("a.m."), or a German ordinal ("3.").
 */
export function endsWithAbbreviation(text: string, language: ScriptLanguage): boolean {
  const word = /([^\s"'“”„«»‘’‚([{]+)\.["”’»)\]]*$/u.exec(text)?.[1]?.toLowerCase();
  if (word === undefined) return false;
  if (/^\p{L}$/u.test(word) || word.includes('.')) return true;
  if (language === 'de' && /^\d+$/.test(word)) return true;
  return abbreviationsOf(language).has(word);
}
