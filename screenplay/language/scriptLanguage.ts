/** Languages with rules for typing and a dictionary for spelling, as BCP 47 tags. */
export const spelledLanguages = ['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'pt-BR', 'pt-PT'] as const;
export type SpelledLanguage = (typeof spelledLanguages)[number];

/** Languages of scripts. Those without a dictionary have rules for typing and tables of words. */
export const languageTags = [
  ...spelledLanguages,
  'pl',
  'ru',
  'tr',
  'nl',
  'sv',
  'hi',
  'hi-Latn',
  'zh',
  'ja',
] as const;
export type ScriptLanguage = (typeof languageTags)[number];

/** Languages with tables of words: those of scripts without a region. */
export type WordLanguage = WithoutRegion<ScriptLanguage>;
type WithoutRegion<Tag> = Tag extends `${infer Language}-${'US' | 'GB' | 'BR' | 'PT'}` ? Language : Tag;

export const defaultLanguage: ScriptLanguage = 'en-US';

export const languageNames: Readonly<Record<ScriptLanguage, string>> = {
  'en-US': 'English (US)',
  'en-GB': 'English (UK)',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  'pt-BR': 'Portuguese (Brazil)',
  'pt-PT': 'Portuguese (Portugal)',
  pl: 'Polish',
  ru: 'Russian',
  tr: 'Turkish',
  nl: 'Dutch',
  sv: 'Swedish',
  hi: 'Hindi',
  'hi-Latn': 'Hindi (Latin letters)',
  zh: 'Chinese',
  ja: 'Japanese',
};

/** Return the language whose tables of words a script uses. */
export function wordLanguageOf(language: ScriptLanguage): WordLanguage {
  return language.replace(/-[A-Z]{2}$/, '') as WordLanguage;
}

export function isSpelledLanguage(language: ScriptLanguage): language is SpelledLanguage {
  return (spelledLanguages as readonly string[]).includes(language);
}
