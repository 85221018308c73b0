import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import { type CastFacts, type PartFacts, scenesAmong } from '#screenplay/facts/castFacts.ts';
import { type PlacedScene, sceneInWords } from './figures.ts';
import styles from './PresenceStrip.module.css';

interface PresenceStripProps {
  name: string;
  part: PartFacts;
  facts: CastFacts;
  /** Scenes in the order of `facts`. */
  scenes: readonly PlacedScene[];
  onGo: (scene: PlacedScene) => void;
}

/** Maximum distance of the pointer from a tick, in pixels: ticks of a long script are narrow. */
const reachPixels = 12;

/**
 * Show the script as one row with a tick for each scene of the character: high where the character
 * speaks, low where it only appears. Slider keys move between ticks; Enter and a press open the
 * scene.
 */
export function PresenceStrip({ name, part, facts, scenes, onGo }: PresenceStripProps) {
  const summaryId = useId();
  const speaks = useMemo(() => new Set(part.speaking), [part]);
  const present = useMemo(() => [...part.speaking, ...part.silent].sort((a, b) => a - b), [part]);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, present.length - 1);
  const index = present[at];
  const scene = index === undefined ? undefined : scenes[index];
  if (index === undefined || !scene) return null;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextTick(event.key, at, present.length);
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === undefined) onGo(scene);
    else setChosen(next);
  };
  const near = (event: PointerEvent) => nearestTick(event, present, scenes.length);
  const description = `${sceneInWords(scene)}: ${speaks.has(index) ? 'speaks' : 'seen, says nothing'}`;
  return (
    <div>
      <div
        className={styles.strip}
        role="slider"
        tabIndex={0}
        aria-label={`Scenes with ${name}`}
        aria-describedby={summaryId}
        aria-valuemin={1}
        aria-valuemax={present.length}
        aria-valuenow={at + 1}
        aria-valuetext={description}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          const place = near(event);
          if (place !== null) setChosen(place);
        }}
        onPointerDown={(event) => {
          const place = near(event);
          const pressed = place === null ? undefined : scenes[present[place] ?? -1];
          if (pressed && event.button === 0) onGo(pressed);
        }}
      >
        <svg viewBox={`0 0 ${scenes.length} 24`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.silent} d={ticks(part.silent, 12)} />
          <path className={styles.speaks} d={ticks(part.speaking, 24)} />
          <path className={styles.chosen} d={ticks([index], 24)} />
        </svg>
      </div>
      <p className={styles.scene} aria-hidden="true" dir="auto">
        {description}
      </p>
      <p id={summaryId} className={styles.summary}>
        {summary(part, facts)} Enter goes to the scene.
      </p>
    </div>
  );
}

/** Return the index among `count` ticks to which a key moves from `at`. */
function nextTick(key: string, at: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    PageUp: at + 10,
    PageDown: at - 10,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}

/** Return the index in `present` of the scene nearest to the pointer; null if none is near. */
function nearestTick({ currentTarget, clientX }: PointerEvent, present: readonly number[], count: number) {
  const { left, width } = currentTarget.getBoundingClientRect();
  const pixels = width / count;
  let best: number | null = null;
  let least = Math.max(reachPixels, pixels);
  for (const [place, each] of present.entries()) {
    const away = Math.abs(left + (each + 0.5) * pixels - clientX);
    if (away <= least) [best, least] = [place, away];
  }
  return best;
}

/** Return the path of bars from the bottom up, each as wide as its scene. */
function ticks(at: readonly number[], height: number): string {
  return at.map((scene) => `M${scene} 24v-${height}h1v${height}z`).join('');
}

function summary({ speaking, silent }: PartFacts, facts: CastFacts): string {
  const count = facts.scenes.filter(({ isOpening }) => !isOpening).length;
  const [speaks, seenIn] = [scenesAmong(facts, speaking), scenesAmong(facts, silent)];
  const of = `of ${count.toLocaleString('en-US')} ${count === 1 ? 'scene' : 'scenes'}`;
  const seen = seenIn > 0 ? `, seen in ${seenIn.toLocaleString('en-US')} more` : '';
  return `Speaks in ${speaks.toLocaleString('en-US')} ${of}${seen}.`;
}
