import { isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import { isPlayable } from '#screenplay/playback/playlist.ts';
import type { Element } from '#shared/contract/elements.ts';
import { isOutOfCredits, isOverLimit, showOutOfCredits, showOverLimit } from '#web/ai/outOfCredits.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import type { ReadableStore, Store } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { type Casting, openLine, ownVoices, type ScriptLine } from '#web/playback/lineSound.ts';
import { createPlayer, type PlayingLine, type PlayOptions } from '#web/playback/player.ts';
import { windowClock } from '#web/playback/sound.ts';
import type { ScriptPages } from '#web/scriptEditor/pages/pages.ts';
import type { ProjectContext } from '#web/scriptEditor/pages/projectContext.ts';
import type { NowPlaying } from './nowPlaying.ts';

export interface ScriptPlayerInput {
  given: ReadableStore<ProjectContext>;
  pages: ScriptPages;
  /** Receives the playing part; null while nothing plays. */
  heard: Store<NowPlaying | null>;
}

/** Create the player of one element, of the script, and of table reads. */
export function createScriptPlayer({ given, pages, heard }: ScriptPlayerInput) {
  let mode: NowPlaying['mode'] = 'element';
  let casting: Casting = ownVoices;
  const player = createPlayer<ScriptLine>({
    clock: windowClock,
    open: async (line) => {
      const elements = pages.rows.get();
      const index = pages.indexOf(line.elementId);
      const { characters, joint } = given.get();
      return openLine(line, { elements, index, characters, joint }, casting);
    },
    onFailure: goesOn,
    onNothingPlayed: () => toast(toastTexts.nothingPlayed),
  });
  player.now.watch(() => {
    const now = player.now.get();
    heard.set(now && nowPlayingOf(now, mode));
  });
  return {
    now: player.now,
    stop: player.stop,
    setRate: player.setRate,
    playElement(elementId: number) {
      const line = lineAt(pages.rows.get(), pages.indexOf(elementId));
      [mode, casting] = ['element', ownVoices];
      player.setRate(1);
      player.play(line ? [{ ...line, overlapSeconds: 0 }] : []);
    },
    playScript(fromRow: number) {
      const rows = pages.rows.get();
      const places = rows.flatMap((element, index) => (isPlayable(element) ? [index] : []));
      const lines = places.flatMap((index) => lineAt(rows, index) ?? []);
      if (lines.length === 0) toast(toastTexts.nothingToPlay);
      const from = places.findIndex((index) => index >= fromRow);
      [mode, casting] = ['script', ownVoices];
      player.setRate(1);
      player.play(lines, { from: from < 0 ? lines.length : from });
    },
    playTable(lines: readonly ScriptLine[], cast: Casting, rate: number, options: PlayOptions) {
      [mode, casting] = ['tableRead', cast];
      player.setRate(rate);
      player.play(lines, options);
    },
    /** Applies from the next line on. */
    setCasting(cast: Casting) {
      if (mode === 'tableRead') casting = cast;
    },
  };
}

function nowPlayingOf(
  { line, index, lines, sound }: PlayingLine<ScriptLine>,
  mode: NowPlaying['mode'],
): NowPlaying {
  return {
    elementId: line.elementId,
    current: index + 1,
    total: lines.length,
    mode,
    isWaiting: sound === null,
    part: line.part,
    isMine: line.isMine === true,
  };
}

/** Return the line of one row; null without an element there. */
function lineAt(rows: readonly Element[], index: number): ScriptLine | null {
  const element = rows[index];
  if (!element) return null;
  const { id: elementId, audioOverlapSeconds: overlapSeconds, elementType } = element;
  return { elementId, overlapSeconds, part: isDialogueType(elementType) ? 'dialogue' : 'effect' };
}

export type ScriptPlayer = ReturnType<typeof createScriptPlayer>;

/** Skip a line that cannot be played and log it; stop at failures that would affect all lines. */
function goesOn(error: unknown): boolean {
  if (isOutOfCredits(error)) showOutOfCredits();
  else if (isOverLimit(error)) showOverLimit(error);
  else if (error instanceof DOMException && error.name === 'NotAllowedError')
    toast(toastTexts.playbackBlocked);
  else {
    logFailure('Failed to play audio', error);
    return true;
  }
  return false;
}
