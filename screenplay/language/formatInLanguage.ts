import { defaultFormat, type ScriptFormat } from '../format.ts';
import { speechMarksOf } from './offeredWords.ts';
import { type ScriptLanguage, wordLanguageOf } from './scriptLanguage.ts';

/**
 * Return a format with (MORE) and (CONT'D) in the language that was chosen for the script. Texts
 * that a file set are kept. Null: no language was chosen.
 */
export function formatInLanguage(format: ScriptFormat, language: ScriptLanguage | null): ScriptFormat {
  if (language === null) return format;
  const marks = speechMarksOf(wordLanguageOf(language));
  const { moreText, continuedText } = format;
  return {
    ...format,
    moreText: moreText === defaultFormat.moreText ? marks.moreText : moreText,
    continuedText: continuedText === defaultFormat.continuedText ? marks.continuedText : continuedText,
  };
}
