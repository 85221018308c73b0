import fs from 'node:fs';
import path from 'node:path';
import { sourcesIn } from './sources.ts';

/*
 * Checks that fields leave the keys of input methods alone, by one rule: web/lib/composition.ts.
 * Other files of the web must not read `isComposing` of an event, and those that give a meaning to
 * Enter, Escape, Tab or Backspace must ask isComposingKey. Part of scripts/check.ts.
 */

const rule = 'web/lib/composition.ts';

/** Files whose keys are pressed on buttons, rows and pictures, where nothing is composed. */
const withoutText: readonly RegExp[] = [
  /^web\/ui\/(useSorting|reorder\/.*)\.tsx?$/,
  /^web\/planning\/useBoard\.ts$/,
  /^web\/scenes\/use(Moving|SceneSelection)\.ts$/,
  /^web\/scriptEditor\/bottomInput\/TypePicker\.tsx$/,
  /^web\/script\/palette\/PaletteGroup\.tsx$/,
  /^web\/characters\/PresenceStrip\.tsx$/,
  /^web\/assistant\/SuggestionList\.tsx$/,
  // Input that is buffered and replayed is asked before (theme.js) and by its field.
  /^web\/(public\/theme\.js|scriptEditor\/desk\/pressNatively\.ts)$/,
];

const readsEvent = /\b(?:event|nativeEvent)\.isComposing\b|\bevent\.keyCode\b/;
const readsKey = /\bkey\b[^\n]*?[!=]== '(?:Enter|Escape|Tab|Backspace)'/;

export interface CompositionProblem {
  file: string;
  line: number;
  problem: 'reads the event' | 'does not ask';
}

/** Return the places below `root` where a field handles keys without the rule. */
export function compositionProblemsIn(root: string): CompositionProblem[] {
  return sourcesIn(root)
    .filter((file) => file.startsWith('web/') && file !== rule && !/\.test\.|testing/.test(file))
    .flatMap((file) => problemsOf(file, fs.readFileSync(path.join(root, file), 'utf8')));
}

function problemsOf(file: string, source: string): CompositionProblem[] {
  const asks = source.includes('isComposingKey') || withoutText.some((each) => each.test(file));
  return source.split('\n').flatMap((text, index): CompositionProblem[] => {
    const at = { file, line: index + 1 };
    if (readsEvent.test(text)) return [{ ...at, problem: 'reads the event' }];
    return !asks && readsKey.test(text) ? [{ ...at, problem: 'does not ask' }] : [];
  });
}
