import type { Element } from '#shared/contract/elements.ts';
import { unlockAudioElements } from '#web/audio/audioElementPool.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { createStore, derived } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import type { Mark } from '#web/scriptEditor/pages/mark.ts';
import type { NowPlaying } from './nowPlaying.ts';
import type { ScriptPlayer, ScriptPlayerInput } from './scriptPlayer.ts';

/** Whether an element has a sound, or gets one by being played: dialogue is spoken there and then. */
export function hasOrCanGetSound({ elementType, soundEffectUrl }: Element): boolean {
  return elementType === 'dialogue' || soundEffectUrl !== null;
}

/** What plays is no part of what is written: its code comes when it is first wanted. */
const player = createLazyModule(() => import('./scriptPlayer.ts').then((file) => file.createScriptPlayer));

/** What is heard of the script, and how it begins and ends. One thing is heard at a time. */
export function createElementAudio(input: Pick<ScriptPlayerInput, 'given' | 'pages'>) {
  const heard = createStore<NowPlaying | null>(null);
  /** What stands out on the pages while something is heard: the word that is. */
  const marks = createStore<readonly Mark[]>([]);
  /** Lines that somebody at the table says by heart. */
  const hidden = createStore<readonly Mark[]>([]);
  const isTableReadOpen = createStore(false);
  /** What the key that plays does while a table read is open: reads from this element on. */
  const readFrom: { current: ((elementId: number) => void) | null } = { current: null };
  let made: ScriptPlayer | null = null;
  /** Counts what was asked for: what is asked for later counts alone. */
  let asked = 0;
  const load = async (): Promise<ScriptPlayer> => {
    const create = await player.load();
    made ??= create({ ...input, heard });
    return made;
  };
  const start = (run: (player: ScriptPlayer) => void) => {
    unlockAudioElements();
    const mine = ++asked;
    const begin = (loaded: ScriptPlayer) => {
      if (mine === asked) run(loaded);
    };
    if (made) begin(made);
    else load().then(begin, () => toast(toastTexts.windowNotLoaded));
  };
  const stop = () => {
    asked++;
    made?.stop();
  };
  return {
    heard,
    marks,
    hidden,
    isTableReadOpen,
    readFrom,
    isScriptPlaying: derived([heard], (now) => now?.mode === 'script'),
    stop,
    /** Whoever is about to play something waits less for the first sound. */
    prepare: () => void load().catch(() => {}), // it is asked for again when something is played
    load,
    readTable: start,
    /** Plays an element, or stops it if it is heard. */
    toggle(element: Element) {
      if (heard.get()?.elementId === element.id) stop();
      else if (hasOrCanGetSound(element)) start((loaded) => loaded.playElement(element.id));
      else stop();
    },
    /** The same by its key, which reads on from there at a table read. */
    pressKey(element: Element) {
      if (heard.get()?.mode === 'tableRead') stop();
      else if (readFrom.current) readFrom.current(element.id);
      else this.toggle(element);
    },
    /** Plays what is shown of the script, from this row on; or stops it. */
    toggleScript(fromRow = 0) {
      if (heard.get()?.mode === 'script') stop();
      else start((loaded) => loaded.playScript(fromRow));
    },
  };
}

export type ElementAudio = ReturnType<typeof createElementAudio>;
