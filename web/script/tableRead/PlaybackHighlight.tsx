import { useEffect, useRef } from 'react';
import { plainText } from '#screenplay/emphasis.ts';
import { spokenTextOf } from '#screenplay/playback/speaking.ts';
import { narrationOf } from '#screenplay/playback/tableRead.ts';
import { type SpokenWord, wordAround, wordAtShare } from '#screenplay/playback/words.ts';
import type { Element } from '#shared/contract/elements.ts';
import { useStore } from '#web/lib/store.ts';
import type { PlayedSound } from '#web/playback/sound.ts';
import { bodyLeftPx } from '#web/scriptEditor/sheet/lines.ts';
import { linePositions } from '#web/scriptEditor/sheet/sheetLayout.ts';
import { type ScriptScreenState, useScriptScreen } from '../scriptScreen.ts';
import styles from './PlaybackHighlight.module.css';

/** Bar beside the playing element. Also marks the spoken word, and scrolls the page along. */
export function PlaybackHighlight() {
  const desk = useScriptScreen();
  const { audio, given, pages } = desk;
  const nowPlaying = useStore(audio.heard);
  const book = useStore(pages.book);
  const rows = useStore(pages.rows);
  const format = useStore(given, ({ project }) => project.format);
  useWordMarks(desk);
  useFollowing(desk);
  const index = nowPlaying ? pages.indexOf(nowPlaying.elementId) : -1;
  const lines = rows[index] ? linePositions(book, index) : [];
  const [first, last] = [lines[0], lines.at(-1)];
  if (!nowPlaying || !first || !last) return null;
  const { sheetLeftPx, linePx } = book.measures;
  return (
    <div
      className={styles.bar}
      data-heard={nowPlaying.elementId}
      data-mine={nowPlaying.isMine || undefined}
      style={{
        top: first.topPx,
        height: last.topPx + linePx - first.topPx,
        left: sheetLeftPx + bodyLeftPx(format, book.measures) - barRoomPx,
      }}
    >
      {nowPlaying.isMine && <span className={styles.mine}>Your line</span>}
    </div>
  );
}

/** Distance from the bar to the left edge of action. */
const barRoomPx = 12;

/** Mark the spoken word, by the offset that the sound reports, or else estimated from its time. */
function useWordMarks(desk: ScriptScreenState): void {
  const { audio } = desk;
  useEffect(() => {
    let frame = 0;
    let known = '';
    let isOver = false;
    const follow = async () => {
      const player = await audio.load();
      const look = () => {
        if (isOver) return;
        frame = requestAnimationFrame(look);
        const now = player.now.get();
        const word = now?.sound && spokenWord(desk, now.line.elementId, now.line.part, now.sound);
        const name = word ? `${now.line.elementId} ${word.start} ${word.end}` : '';
        if (name === known) return;
        known = name;
        const kind = 'heard';
        audio.marks.set(
          word ? [{ type: kind, elementId: now.line.elementId, start: word.start, end: word.end }] : [],
        );
      };
      look();
    };
    void follow();
    return () => {
      isOver = true;
      cancelAnimationFrame(frame);
      audio.marks.set([]);
    };
  }, [desk, audio]);
}

/**
 * Return the spoken word as a range of the element's plain text; null if another text is spoken.
 */
function spokenWord(
  { pages }: ScriptScreenState,
  elementId: number,
  part: string,
  sound: PlayedSound,
): SpokenWord | null {
  const element = pages.rowOf(elementId);
  if (!element || part === 'effect') return null;
  const text = plainText(element.content);
  const offset = sound.textOffset?.();
  if (offset != null) {
    const isSame = spokenBy(element, part) === text.trim();
    return isSame ? wordAround(text, offset + (text.length - text.trimStart().length)) : null;
  }
  const seconds = sound.durationSeconds();
  return seconds > 0 ? wordAtShare(text, sound.positionSeconds() / seconds) : null;
}

function spokenBy(element: Element, part: string): string {
  return part === 'narration' ? narrationOf(element) : spokenTextOf([element], 0);
}

/**
 * Part of the viewport, from its top, in which a playing line may stay; other lines are scrolled to
 * `reading`.
 */
const comfortable = { from: 0.08, to: 0.72, reading: 0.3 };
const scrollsByHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Scroll each line into view when it begins to play. A user who scrolls or types stays in place
 * until the playing line is in view again.
 */
function useFollowing(desk: ScriptScreenState): void {
  const { audio, nodes, pages, writing } = desk;
  const elementId = useStore(audio.heard, (heard) => heard?.elementId ?? null);
  const isFollowing = useRef(true);
  useEffect(() => {
    const node = nodes.desk.current;
    const leave = () => {
      isFollowing.current = false;
    };
    for (const type of scrollsByHand) node?.addEventListener(type, leave, { passive: true });
    return () => {
      for (const type of scrollsByHand) node?.removeEventListener(type, leave);
    };
  }, [nodes]);
  useEffect(() => {
    const node = nodes.desk.current;
    const lines = linePositions(pages.book.get(), pages.indexOf(elementId));
    const [first, last] = [lines[0], lines.at(-1)];
    if (!node || !first || !last || writing.any.get()) return;
    const { scrollTop, clientHeight } = node;
    const isSeen = first.topPx >= scrollTop && first.topPx < scrollTop + clientHeight;
    isFollowing.current ||= isSeen;
    const isComfortable =
      first.topPx >= scrollTop + clientHeight * comfortable.from &&
      last.topPx <= scrollTop + clientHeight * comfortable.to;
    if (!isFollowing.current || isComfortable) return;
    const top = Math.max(0, first.topPx - clientHeight * comfortable.reading);
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    node.scrollTo?.({ top, behavior: isStill ? 'auto' : 'smooth' });
  }, [elementId, nodes, pages, writing]);
}
