import type { ScriptElement } from '../element.ts';
import { isHeadingType } from '../elementTypes/predicates.ts';
import { isUpperCased } from '../elementTypes/table.ts';
import { plainText } from '../emphasis.ts';
import type { ParseResult } from '../screenplay.ts';
import { detectLanguage } from './detectLanguage.ts';
import { speechMarksOf } from './offeredWords.ts';
import { languageNames, wordLanguageOf } from './scriptLanguage.ts';
import { turkishCapitals, turkishHeading } from './turkishCapitals.ts';

/**
 * Set language and paper of a script whose file says nothing about pages, by the language of its
 * text. English scripts are unchanged. The receipt reports what was set.
 */
export function withDetectedLanguage(result: ParseResult): ParseResult {
  if (!result.ok) return result;
  const { screenplay, receipt } = result;
  const language = detectLanguage(proseOf(screenplay.elements));
  if (wordLanguageOf(language) === 'en') return result;
  const { moreText, continuedText } = speechMarksOf(wordLanguageOf(language));
  const note = `Read as ${languageNames[language]}: A4, with ${moreText} and ${continuedText}. You can change this in the script settings.`;
  const elements = language === 'tr' ? screenplay.elements.map(inTurkishCapitals) : screenplay.elements;
  return {
    ...result,
    screenplay: { ...screenplay, elements, language, format: { ...screenplay.format, paper: 'a4' } },
    receipt: { ...receipt, uncertain: [...receipt.uncertain, note] },
  };
}

function* proseOf(elements: readonly ScriptElement[]) {
  for (const { elementType, content } of elements) if (!isUpperCased(elementType)) yield plainText(content);
}

function inTurkishCapitals(element: ScriptElement): ScriptElement {
  const { elementType, content } = element;
  if (!isUpperCased(elementType)) return element;
  return {
    ...element,
    content: isHeadingType(elementType) ? turkishHeading(content) : turkishCapitals(content),
  };
}
