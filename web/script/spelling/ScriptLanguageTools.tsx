import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isHeadingType, isParentheticalType, isSpeechType } from '#screenplay/elementTypes/predicates.ts';
import { isUpperCased } from '#screenplay/elementTypes/table.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { typeWhileTyping } from '#screenplay/flow.ts';
import { detectLanguage } from '#screenplay/language/detectLanguage.ts';
import { offeredWordsOf } from '#screenplay/language/offeredWords.ts';
import {
  isSpelledLanguage,
  type ScriptLanguage,
  type SpelledLanguage,
  wordLanguageOf,
} from '#screenplay/language/scriptLanguage.ts';
import { typingReplacement } from '#screenplay/language/smartTyping.ts';
import { turkishReplacement } from '#screenplay/language/turkishCapitals.ts';
import { derived, type ReadableStore, useStore } from '#web/lib/store.ts';
import { offeredWords } from '#web/scriptEditor/completion/offeredWords.ts';
import { smartTyping, type TypedField } from '#web/scriptEditor/field/smartTyping.ts';
import { currentPreferences, usePreferences } from '#web/scriptEditor/preferences.ts';
import { type ScriptScreenState, useScriptScreen } from '../scriptScreen.ts';
import { NextMisspelling } from './NextMisspelling.tsx';
import { Speller } from './speller.ts';
import { type Spelling, startSpelling } from './startSpelling.ts';

/** Typing rules and spelling of the open script, in its language. */
export function ScriptLanguageTools() {
  const screen = useScriptScreen();
  const [language] = useState(() => languageOf(screen));
  const tag = useStore(language);
  const { spelling } = usePreferences();
  const { canWrite } = useStore(screen.given);
  useEffect(() => {
    smartTyping.current = createTypingRules(screen, language);
    return () => {
      smartTyping.current = null;
    };
  }, [screen, language]);
  useEffect(() => {
    const words = wordLanguageOf(tag);
    offeredWords.set(words === 'en' ? null : offeredWordsOf(words));
    return () => offeredWords.set(null);
  }, [tag]);
  return spelling && canWrite && isSpelledLanguage(tag) ? <EditorSpelling key={tag} language={tag} /> : null;
}

function EditorSpelling({ language }: { language: SpelledLanguage }) {
  const screen = useScriptScreen();
  const client = useQueryClient();
  const [spelling, setSpelling] = useState<Spelling | null>(null);
  useEffect(() => {
    const started = startSpelling(screen, client, new Speller(language));
    setSpelling(started);
    return started.stop;
  }, [screen, client, language]);
  return spelling && <NextMisspelling screen={screen} spelling={spelling} />;
}

/** Number of elements after which the language is detected again. */
const detectionStep = 50;

/** The language of the project's settings, or the one in which its text is written. */
function languageOf({ given, pages }: ScriptScreenState): ReadableStore<ScriptLanguage> {
  const chosen = derived([given], ({ project }) => project.language);
  const size = derived([pages.rows], (rows) => Math.ceil(rows.length / detectionStep));
  return derived([chosen, size], (tag) => tag ?? detectLanguage(proseOf(pages.rows.get())));
}

function* proseOf(rows: readonly { elementType: Parameters<typeof isUpperCased>[0]; content: string }[]) {
  for (const { elementType, content } of rows) if (!isUpperCased(elementType)) yield plainText(content);
}

/**
 * Create the function that applies the typing rules to a field. Words are capitalised only while
 * they are typed: not those that were there, were pasted, or whose capital was undone.
 */
function createTypingRules({ pages }: ScriptScreenState, language: ReadableStore<ScriptLanguage>) {
  /** Text before the caret after the last typed character. */
  let typedBefore = '';
  return ({ type, text, caret, isBelow }: TypedField) => {
    const isBeingTyped = typedBefore === text.slice(0, caret - 1);
    typedBefore = text.slice(0, caret);
    // Headings, cues and transitions have no sentences, and names must match exactly.
    const typedType = typeWhileTyping(type, text.slice(0, caret - 1) + text.slice(caret), text);
    if (isUpperCased(typedType))
      return language.get() === 'tr' ? turkishReplacement(text, caret, isHeadingType(typedType)) : null;
    const rules = currentPreferences();
    const rows = pages.rows.get();
    const before = isBelow ? rows.at(-1) : rows[pages.liveIndex.get() - 1];
    const isContinued = isSpeechType(type) && before !== undefined && isParentheticalType(before.elementType);
    const sentenceCapitals = rules.sentenceCapitals && isBeingTyped && !isParentheticalType(type);
    const typed = {
      text,
      caret,
      language: language.get(),
      isContinued,
      rules: { ...rules, sentenceCapitals },
    };
    const found = typingReplacement(typed);
    if (found) typedBefore = text.slice(0, found.from) + found.insert + text.slice(found.to, caret);
    return found;
  };
}
