import { useEffect, useState } from 'react';
import type { DictionaryScope } from '#shared/contract/dictionary.ts';
import { MenuItem, MenuSeparator } from '#web/ui/Menu.tsx';
import type { FoundWord } from './misspellings.ts';
import type { Spelling } from './startSpelling.ts';

/** A misspelled word and what it may be instead. */
export interface Misspelling {
  word: FoundWord;
  suggestions: readonly string[];
}

interface SpellingItemsProps {
  spelling: Spelling;
  found: Misspelling;
  canWrite: boolean;
  /** Called with what was chosen, to run once the caret is back. */
  onChoose: (run: () => void) => void;
}

const scopes: readonly { scope: DictionaryScope; label: string }[] = [
  { scope: 'person', label: 'Add to my dictionary' },
  { scope: 'project', label: "Add to this project's dictionary" },
  { scope: 'script', label: 'Ignore in this script' },
];

/** Suggestions for a misspelled word, and the dictionaries that it can be added to. */
export function SpellingItems({ spelling, found, canWrite, onChoose }: SpellingItemsProps) {
  const { word, suggestions } = found;
  return (
    <>
      {suggestions.map((suggestion) => (
        <MenuItem key={suggestion} onSelect={() => onChoose(() => spelling.replace(word, suggestion))}>
          <b>{suggestion}</b>
        </MenuItem>
      ))}
      {suggestions.length > 0 && <MenuSeparator />}
      {scopes
        .filter(({ scope }) => canWrite || scope !== 'project')
        .map(({ scope, label }) => (
          <MenuItem key={scope} onSelect={() => onChoose(() => void spelling.add(word.word, scope))}>
            {label}
          </MenuItem>
        ))}
    </>
  );
}

/** The items for the misspelled word at the caret, above those of the menu of the page. */
export function CaretSpellingItems({ spelling, ...props }: Omit<SpellingItemsProps, 'found'>) {
  const [found, setFound] = useState<Misspelling | null>(null);
  useEffect(() => {
    let isShown = true;
    const read = async () => {
      const word = await spelling.atCaret();
      const suggestions = word ? await spelling.suggest(word.word) : [];
      if (isShown && word) setFound({ word, suggestions });
    };
    void read();
    return () => {
      isShown = false;
    };
  }, [spelling]);
  if (!found) return null;
  return (
    <>
      <SpellingItems {...props} spelling={spelling} found={found} />
      <MenuSeparator />
    </>
  );
}
