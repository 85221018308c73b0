import { isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import type { Element } from '#shared/contract/elements.ts';
import { unlockAudioElements } from '#web/audio/audioElementPool.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { createStore, derived } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import type { Mark } from '#web/scriptEditor/pages/mark.ts';
import type { NowPlaying } from './nowPlaying.ts';
import type { ScriptPlayer, ScriptPlayerInput } from './scriptPlayer.ts';

/** Return whether an element has audio, or can be spoken when it is played. */
export function hasOrCanGetSound({ elementType, soundEffectUrl }: Element): boolean {
  return isDialogueType(elementType) || soundEffectUrl !== null;
}

/** The player's code is loaded when something is first played. */
const player = createLazyModule(() => import('./scriptPlayer.ts').then((file) => file.createScriptPlayer));

/** Create the audio of the script. One thing plays at a time. */
export function createElementAudio(input: Pick<ScriptPlayerInput, 'given' | 'pages'>) {
  const nowPlaying = createStore<NowPlaying | null>(null);
  /** Marks of the word that is playing. */
  const marks = createStore<readonly Mark[]>([]);
  /** Lines that the user reads by heart. */
  const hidden = createStore<readonly Mark[]>([]);
  const isTableReadOpen = createStore(false);
  /** Action of the play key while a table read is open: read from this element. */
  const readFrom: { current: ((elementId: number) => void) | null } = { current: null };
  const { load, start, stop } = createLoadedPlayer({ ...input, heard: nowPlaying });
  return {
    heard: nowPlaying,
    marks,
    hidden,
    isTableReadOpen,
    readFrom,
    isScriptPlaying: derived([nowPlaying], (now) => now?.mode === 'script'),
    stop,
    /** Load the player before something is played. */
    prepare: () => void load().catch(() => {}), // playing loads it again
    load,
    readTable: start,
    /** Play an element, or stop it. */
    toggle(element: Element) {
      if (nowPlaying.get()?.elementId === element.id) stop();
      else if (hasOrCanGetSound(element)) start((loaded) => loaded.playElement(element.id));
      else stop();
    },
    /** Handle the play key, which continues a table read from there. */
    pressKey(element: Element) {
      if (nowPlaying.get()?.mode === 'tableRead') stop();
      else if (readFrom.current) readFrom.current(element.id);
      else this.toggle(element);
    },
    /** Play the shown script from a row, or stop it. */
    toggleScript(fromRow = 0) {
      if (nowPlaying.get()?.mode === 'script') stop();
      else start((loaded) => loaded.playScript(fromRow));
    },
  };
}

/** Load the player when it is first needed. Of several requests only the latest runs. */
function createLoadedPlayer(input: ScriptPlayerInput) {
  let made: ScriptPlayer | null = null;
  let requestCount = 0;
  const load = async (): Promise<ScriptPlayer> => {
    const create = await player.load();
    made ??= create(input);
    return made;
  };
  const start = (run: (player: ScriptPlayer) => void) => {
    unlockAudioElements();
    const mine = ++requestCount;
    const begin = (loaded: ScriptPlayer) => {
      if (mine === requestCount) run(loaded);
    };
    if (made) begin(made);
    else load().then(begin, () => toast(toastTexts.windowNotLoaded));
  };
  const stop = () => {
    requestCount++;
    made?.stop();
  };
  return { load, start, stop };
}

export type ElementAudio = ReturnType<typeof createElementAudio>;
