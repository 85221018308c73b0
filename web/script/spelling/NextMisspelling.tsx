import { useEffect, useRef, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { MenuNote, PointMenu } from '#web/ui/PointMenu.tsx';
import { spellingToasts } from '../dictionary/spellingToasts.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';
import { CaretSpellingItems, type Misspelling, SpellingItems } from './SpellingItems.tsx';
import type { Spelling } from './startSpelling.ts';

interface NextMisspellingProps {
  screen: ScriptScreenState;
  spelling: Spelling;
}

/** The next misspelled word, selected, with a menu of what can be done about it. */
export function NextMisspelling({ screen, spelling }: NextMisspellingProps) {
  const [open, setOpen] = useState<(Misspelling & { xPx: number; yPx: number }) | null>(null);
  const chosen = useRef<(() => void) | null>(null);
  useEffect(() => {
    const goToNext = async () => {
      const word = await spelling.next();
      if (!word) return void toast(spellingToasts.noMisspellings);
      // The first item has the focus when the menu opens, so the suggestions must be there.
      const suggestions = await spelling.suggest(word.word);
      screen.selecting.caretAt({ id: word.elementId, offset: word.end });
      // The field opens with the next render.
      requestAnimationFrame(() => {
        screen.nodes.field.current?.select({ start: word.start, end: word.end });
        const box = document.getSelection()?.getRangeAt(0).getBoundingClientRect();
        setOpen({ word, suggestions, xPx: box?.left ?? 0, yPx: box?.bottom ?? 0 });
      });
    };
    screen.spelling.set({
      items: (onChoose) => (
        <CaretSpellingItems spelling={spelling} canWrite={screen.given.get().canWrite} onChoose={onChoose} />
      ),
      goToNext: () => void goToNext(),
    });
    return () => screen.spelling.set(null);
  }, [screen, spelling]);
  return (
    <PointMenu
      at={open}
      label={open ? `Misspelled: ${open.word.word}` : 'Spelling'}
      container={document.querySelector<HTMLElement>('main')}
      onClose={() => setOpen(null)}
      onClosed={() => {
        screen.nodes.field.current?.focus();
        const run = chosen.current;
        chosen.current = null;
        // Run it after the focus returned.
        if (run) setTimeout(run, 0);
      }}
    >
      {open && (
        <>
          <SpellingItems
            spelling={spelling}
            found={open}
            canWrite={screen.given.get().canWrite}
            onChoose={(run) => {
              chosen.current = run;
            }}
          />
          {open.suggestions.length === 0 && <MenuNote>No suggestions</MenuNote>}
        </>
      )}
    </PointMenu>
  );
}
