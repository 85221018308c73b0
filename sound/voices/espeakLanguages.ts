/**
 * Ways of speaking that espeak-ng has under these very names; another name leaves it speaking as before, without an
 * error that is heard (`server/ai/builtin/speech/espeak.test.ts` asks for each). The language in BCP 47.
 */
export const espeakLanguages = {
  'en-us': 'en',
  'en-us-nyc': 'en',
  en: 'en',
  'en-gb-x-rp': 'en',
  'en-gb-scotland': 'en',
  'en-gb-x-gbclan': 'en',
  'en-gb-x-gbcwmd': 'en',
  'en-029': 'en',
  de: 'de',
  fr: 'fr',
  'fr-be': 'fr',
  es: 'es',
  'es-419': 'es',
  it: 'it',
  pt: 'pt',
  'pt-br': 'pt',
  nl: 'nl',
  pl: 'pl',
} as const;
export type EspeakLanguage = keyof typeof espeakLanguages;

export function isTongue(name: string): name is EspeakLanguage {
  return Object.hasOwn(espeakLanguages, name);
}
