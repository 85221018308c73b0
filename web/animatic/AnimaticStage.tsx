import { Captions, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { claimPlayback } from '#web/audio/exclusivePlayback.ts';
import { clockTime } from '#web/lib/clockTime.ts';
import { useStore } from '#web/lib/store.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './AnimaticStage.module.css';
import { type Animatic, type AnimaticShot, hasPicture, lineAtSecond, shotAt } from './animatic.ts';
import { AnimaticPlayer } from './animaticPlayer.ts';
import { drawFrame, frameHeight, frameWidth, titleOf } from './drawFrame.ts';
import { AnimaticPictures } from './pictures.ts';
import { SceneVideos } from './sceneVideos.ts';

const stepSeconds = 5;

interface AnimaticStageProps {
  animatic: Animatic;
  playsAtOnce?: boolean;
  /** Content below the picture and its line. */
  children: ReactNode;
}

/** The picture, what plays it, and the list of scenes. */
export function AnimaticStage({ animatic, playsAtOnce = false, children }: AnimaticStageProps) {
  const { player, second, canvas, seek } = useStage(animatic);
  const [hasCaptions, setHasCaptions] = useState(true);
  const isPlaying = useStore(player.isPlaying);
  usePlayAtOnce(player, playsAtOnce);
  useDrawing(canvas, animatic, { second, isPlaying, hasCaptions });
  const shot = shotAt(animatic, second);
  const line = lineAtSecond(animatic, second);
  const toggle = () => {
    if (player.isPlaying.get()) player.pause();
    else player.play();
  };
  /** To the start of this scene, or of the one before if this one has just begun. */
  const skip = (by: 1 | -1) => {
    const place = shot ? animatic.shots.indexOf(shot) : 0;
    const isAtStart = shot !== null && second - shot.startSeconds < 1.5;
    const next = animatic.shots[by === 1 ? place + 1 : isAtStart ? place - 1 : place];
    seek(next?.startSeconds ?? (by === 1 ? animatic.seconds : 0));
  };
  if (animatic.shots.length === 0)
    return <p>There are no scenes yet. An animatic shows them one after another.</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the focused element inside
    <div className={styles.stage} onKeyDown={(event) => onKey(event, { toggle, seek, second, skip })}>
      <div className={styles.film}>
        <canvas
          ref={canvas}
          className={styles.canvas}
          width={frameWidth}
          height={frameHeight}
          role="img"
          aria-label={shot ? `${titleOf(shot)}${hasPicture(shot) ? '' : ', no picture yet'}` : 'Nothing'}
        />
        <AnimaticBar
          second={second}
          seconds={animatic.seconds}
          isPlaying={isPlaying}
          onToggle={toggle}
          onSkip={skip}
          onSeek={seek}
        >
          <CaptionsToggle areShown={hasCaptions} onShow={setHasCaptions} />
        </AnimaticBar>
        <p className={styles.line} aria-live={isPlaying ? 'off' : 'polite'}>
          {line && (line.speaker === null ? line.text : `${line.speaker}: ${line.text}`)}
        </p>
        {children}
      </div>
      <SceneList animatic={animatic} current={shot?.sceneId ?? null} onChoose={seek} />
    </div>
  );
}

/** Start the first player when the view opens. */
function usePlayAtOnce(player: AnimaticPlayer, playsAtOnce: boolean): void {
  const atOnce = useRef(playsAtOnce);
  useEffect(() => {
    if (!atOnce.current) return;
    atOnce.current = false;
    player.play();
  }, [player]);
}

interface CaptionsToggleProps {
  areShown: boolean;
  onShow: (areShown: boolean) => void;
}

function CaptionsToggle({ areShown, onShow }: CaptionsToggleProps) {
  return (
    <IconButton label="Lines under the picture" aria-pressed={areShown} onClick={() => onShow(!areShown)}>
      <Captions {...icon} />
    </IconButton>
  );
}

interface AnimaticBarProps {
  second: number;
  seconds: number;
  isPlaying: boolean;
  onToggle: () => void;
  onSkip: (by: 1 | -1) => void;
  onSeek: (second: number) => void;
  /** Beside the time. */
  children: ReactNode;
}

/** Show the playback controls and the position. */
function AnimaticBar(props: AnimaticBarProps) {
  const { second, seconds, isPlaying, onToggle, onSkip, onSeek, children } = props;
  return (
    <div className={styles.bar}>
      <IconButton label="Previous scene" onClick={() => onSkip(-1)}>
        <SkipBack {...icon} />
      </IconButton>
      <IconButton label={isPlaying ? 'Pause' : 'Play'} onClick={onToggle}>
        {isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
      </IconButton>
      <IconButton label="Next scene" onClick={() => onSkip(1)}>
        <SkipForward {...icon} />
      </IconButton>
      <input
        type="range"
        className={styles.seek}
        aria-label="Time"
        aria-valuetext={`${clockTime(second)} of ${clockTime(seconds)}`}
        min={0}
        max={seconds}
        step={0.1}
        value={second}
        onChange={(event) => onSeek(Number(event.target.value))}
      />
      <span className={styles.time}>
        {clockTime(second)} / {clockTime(seconds)}
      </span>
      {children}
    </div>
  );
}

interface SceneListProps {
  animatic: Animatic;
  current: number | null;
  onChoose: (second: number) => void;
}

function SceneList({ animatic, current, onChoose }: SceneListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-shot="${current}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);
  return (
    <ol ref={list} className={styles.scenes} aria-label="Scenes">
      {animatic.shots.map((shot) => (
        <li key={shot.sceneId} data-shot={shot.sceneId}>
          <button
            type="button"
            className={styles.scene}
            aria-current={shot.sceneId === current ? 'true' : undefined}
            onClick={() => onChoose(shot.startSeconds)}
          >
            <span dir="auto">{titleOf(shot)}</span>
            <span className={styles.time}>{clockTime(shot.startSeconds)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The player and the time that is shown, which follows it while it plays. */
function useStage(animatic: Animatic) {
  const [player, setPlayer] = useState(() => new AnimaticPlayer(animatic));
  const [second, setSecond] = useState(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef(animatic);
  useEffect(() => {
    if (shown.current === animatic) return;
    // The script or its sounds have changed: it goes on at the same time, and stands still.
    shown.current = animatic;
    const next = new AnimaticPlayer(animatic);
    next.seek(player.second);
    player.pause();
    setPlayer(next);
  }, [animatic, player]);
  const isPlaying = useStore(player.isPlaying);
  useEffect(() => {
    if (!isPlaying) return;
    const isOver = claimPlayback(() => player.pause());
    let frame = 0;
    const follow = () => {
      player.tick();
      setSecond(player.second);
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => {
      cancelAnimationFrame(frame);
      setSecond(player.second);
      isOver();
    };
  }, [isPlaying, player]);
  useEffect(() => () => player.pause(), [player]);
  const seek = useCallback(
    (to: number) => {
      player.seek(to);
      setSecond(player.second);
    },
    [player],
  );
  return { player, second, canvas, seek };
}

function useDrawing(
  canvas: { current: HTMLCanvasElement | null },
  animatic: Animatic,
  { second, isPlaying, hasCaptions }: { second: number; isPlaying: boolean; hasCaptions: boolean },
): void {
  const [pictures] = useState(() => new AnimaticPictures());
  const [loaded, setLoaded] = useState(0);
  const [videos] = useState(() => new SceneVideos(() => setLoaded((n) => n + 1)));
  const shot = shotAt(animatic, second);
  const next = shot ? animatic.shots[animatic.shots.indexOf(shot) + 1] : undefined;
  const [address, nextAddress] = [shot?.imageUrl ?? null, next?.imageUrl ?? null];
  useEffect(() => {
    for (const each of [nextAddress, address])
      if (each !== null) void pictures.load(each).then(() => setLoaded((n) => n + 1));
  }, [pictures, address, nextAddress]);
  useEffect(() => () => videos.close(), [videos]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: draws again when a picture has loaded
  useEffect(() => {
    videos.show(shot, next, { second, isPlaying });
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const pictureOf = (seen: AnimaticShot) =>
      videos.frameOf(seen) ?? (address === null ? null : pictures.ready(address));
    drawFrame(context, { animatic, second, pictureOf, hasCaptions });
  }, [canvas, animatic, second, isPlaying, hasCaptions, pictures, videos, address, loaded]);
}

interface KeyActions {
  toggle: () => void;
  seek: (second: number) => void;
  second: number;
  skip: (by: 1 | -1) => void;
}

/**
 * Handle keys: space plays, except on another button; arrows seek by seconds, with Shift by scenes.
 */
function onKey(event: KeyboardEvent, { toggle, seek, second, skip }: KeyActions): void {
  const isButton = event.target instanceof HTMLButtonElement;
  if ((event.key === ' ' && !isButton) || event.key === 'k') toggle();
  else if (event.key === 'ArrowLeft' && event.shiftKey) skip(-1);
  else if (event.key === 'ArrowRight' && event.shiftKey) skip(1);
  else if (event.key === 'ArrowLeft') seek(second - stepSeconds);
  else if (event.key === 'ArrowRight') seek(second + stepSeconds);
  else return;
  event.preventDefault();
}

const icon = { size: 17, strokeWidth: 1.6, 'aria-hidden': true } as const;
