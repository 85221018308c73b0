/**
 * Language names of espeak-ng, each with its language in BCP 47. espeak-ng ignores an unknown name
 * without an error, so `server/ai/builtin/speech/espeak.test.ts` checks each.
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
