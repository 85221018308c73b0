/** Languages with rules for typing and a dictionary for spelling, as BCP 47 tags. */
export const languageTags = ['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'pt-BR', 'pt-PT'] as const;
export type ScriptLanguage = (typeof languageTags)[number];

export const defaultLanguage: ScriptLanguage = 'en-US';
