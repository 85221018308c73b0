import { useEffect, useState } from 'react';
import type { DictionaryScope } from '#shared/contract/dictionary.ts';
import { MenuItem, MenuSeparator } from '#web/ui/Menu.tsx';
import { MenuNote } from '#web/ui/PointMenu.tsx';
import type { FoundWord } from './misspellings.ts';
import type { Spelling } from './startSpelling.ts';

interface SpellingItemsProps {
  spelling: Spelling;
  /** The word, where it is known; otherwise the one at the caret. */
  word?: FoundWord;
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
export function SpellingItems({ spelling, word, canWrite, onChoose }: SpellingItemsProps) {
  const [found, setFound] = useState<{ word: FoundWord; suggestions: string[] | null } | null>(null);
  useEffect(() => {
    let isShown = true;
    const read = async () => {
      const at = word ?? (await spelling.atCaret());
      if (!isShown || !at) return;
      setFound({ word: at, suggestions: null });
      const suggestions = await spelling.suggest(at.word);
      if (isShown) setFound({ word: at, suggestions });
    };
    void read();
    return () => {
      isShown = false;
    };
  }, [spelling, word]);
  if (!found) return null;
  const { suggestions } = found;
  return (
    <>
      <MenuNote>{noteText(found.word.word, suggestions)}</MenuNote>
      {suggestions?.map((suggestion) => (
        <MenuItem key={suggestion} onSelect={() => onChoose(() => spelling.replace(found.word, suggestion))}>
          <b>{suggestion}</b>
        </MenuItem>
      ))}
      {scopes
        .filter(({ scope }) => canWrite || scope !== 'project')
        .map(({ scope, label }) => (
          <MenuItem key={scope} onSelect={() => onChoose(() => void spelling.add(found.word.word, scope))}>
            {label}
          </MenuItem>
        ))}
      <MenuSeparator />
    </>
  );
}

function noteText(word: string, suggestions: readonly string[] | null): string {
  if (suggestions === null) return `“${word}” is not in the dictionary. Looking for suggestions…`;
  return suggestions.length === 0
    ? `“${word}” is not in the dictionary. No suggestions.`
    : `“${word}” is not in the dictionary.`;
}
