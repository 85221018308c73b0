import type { QueryClient } from '@tanstack/react-query';
import { QueryObserver } from '@tanstack/react-query';
import { replaceRange } from '#screenplay/styled.ts';
import type { DictionaryScope } from '#shared/contract/dictionary.ts';
import { toast } from '#web/lib/toast.ts';
import { addWord, dictionaryQuery, removeWord } from '../dictionary/dictionary.data.ts';
import { spellingToasts } from '../dictionary/spellingToasts.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';
import { type FoundWord, Misspellings } from './misspellings.ts';
import { paintActiveLine } from './paintActiveLine.ts';
import type { Speller } from './speller.ts';

/** Pause after the last change before words are checked. */
const restMs = 400;

export interface Spelling {
  atCaret: () => Promise<FoundWord | null>;
  next: () => Promise<FoundWord | null>;
  suggest: (word: string) => Promise<string[]>;
  /** Replace a word of the active line, as one step of undo. */
  replace: (found: FoundWord, word: string) => void;
  add: (word: string, scope: DictionaryScope) => Promise<void>;
  stop: () => void;
}

/** Mark the misspelled words of the script, whenever nobody is typing here. */
export function startSpelling(screen: ScriptScreenState, client: QueryClient, speller: Speller): Spelling {
  const misspellings = new Misspellings(screen, speller);
  const { id: projectId } = screen.given.get().project;
  const dictionary = new QueryObserver(client, dictionaryQuery(projectId));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const check = async () => {
    misspellings.learn(dictionary.getCurrentResult().data ?? []);
    const [marks, live] = await Promise.all([misspellings.marksInView(), misspellings.inActiveLine()]);
    if (isStopped) return;
    screen.misspelled.set(marks);
    paintActiveLine(live);
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), restMs);
  };
  const { caretOffset, given, pages, view, writing } = screen;
  const ends = [
    ...[pages.rows, pages.book, view, given, writing.line, caretOffset].map((store) => store.watch(schedule)),
    dictionary.subscribe(schedule),
  ];
  schedule();
  return {
    atCaret: () => misspellings.atCaret(),
    next: () => misspellings.next(),
    suggest: (word) => misspellings.suggest(word),
    replace: (found, word) => replaceWord(screen, found, word),
    add: (word, scope) => addAndOfferUndo(client, projectId, word, scope),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const end of ends) end();
      speller.close();
      screen.misspelled.set([]);
      paintActiveLine([]);
    },
  };
}

function replaceWord({ nodes, writing }: ScriptScreenState, found: FoundWord, word: string): void {
  const live = writing.line.get();
  // Somebody may have changed the line while the menu was open.
  if (!live || live.text.text.slice(found.start, found.end) !== found.word) return;
  const span = live.text.spans.find(({ from, to }) => from <= found.start && found.start < to);
  const spans = span ? [{ ...span, from: 0, to: word.length }] : [];
  const next = replaceRange(live.text, found.start, found.end, { text: word, spans });
  nodes.field.current?.replace(next, found.start + word.length);
}

async function addAndOfferUndo(
  client: QueryClient,
  projectId: number,
  word: string,
  scope: DictionaryScope,
): Promise<void> {
  try {
    const added = await addWord(client, projectId, word, scope);
    toast({
      ...spellingToasts.wordAdded,
      description: `“${added.word}” is no longer marked.`,
      action: {
        label: 'Undo',
        onClick: () =>
          void removeWord(client, projectId, added).catch(() => toast(spellingToasts.wordNotRemoved)),
      },
    });
  } catch {
    toast(spellingToasts.wordNotAdded);
  }
}
