import { MessageSquarePlus, Play, Repeat, Settings2, Square, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { speeds } from './preferences.ts';
import styles from './TableReadBar.module.css';

/** The line that is being read. */
export interface ReadNow {
  /** A character, or the narrator. */
  reader: string;
  text: string;
  isMine: boolean;
  current: number;
  total: number;
}

interface TableReadBarProps {
  /** Null: nothing is being read. */
  now: ReadNow | null;
  /** Whether the user's own lines are hidden. */
  isMineHidden: boolean;
  speed: number;
  onSpeed: (speed: number) => void;
  isLooped: boolean;
  onLoop: (isLooped: boolean) => void;
  onPlay: (from: 'here' | 'start') => void;
  onStop: () => void;
  /** Null: the user may not comment. */
  onComment: (() => void) | null;
  areSettingsShown: boolean;
  onSettings: () => void;
  onClose: () => void;
  /** Content below the row: a comment form, the settings. */
  children: ReactNode;
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/**
 * Show the controls of a table read, below the pages, so that the current line stays visible on its
 * page.
 */
export function TableReadBar(props: TableReadBarProps) {
  const { now, isMineHidden, speed, isLooped, areSettingsShown } = props;
  return (
    <section className={styles.bar} aria-label="Table read" data-fades="">
      <div className={styles.row}>
        {now ? (
          <Button kind="primary" icon={<Square {...icon} />} onClick={props.onStop}>
            Stop
          </Button>
        ) : (
          <Button kind="primary" icon={<Play {...icon} />} onClick={() => props.onPlay('here')}>
            Read from here
          </Button>
        )}
        {now ? (
          <NowRead now={now} isHidden={now.isMine && isMineHidden} />
        ) : (
          <span className={styles.now}>
            <Button kind="ghost" onClick={() => props.onPlay('start')}>
              From the start
            </Button>
          </span>
        )}
        <span className={styles.tools}>
          <SpeedField speed={speed} onSpeed={props.onSpeed} />
          <IconButton
            label="Loop this scene"
            aria-pressed={isLooped}
            className={styles.toggle}
            onClick={() => props.onLoop(!isLooped)}
          >
            <Repeat {...icon} />
          </IconButton>
          {props.onComment && (
            <IconButton label="Comment on this line" onClick={props.onComment}>
              <MessageSquarePlus {...icon} />
            </IconButton>
          )}
          <IconButton
            label="Table read settings"
            aria-expanded={areSettingsShown}
            className={styles.toggle}
            onClick={props.onSettings}
          >
            <Settings2 {...icon} />
          </IconButton>
          <IconButton label="Close the table read" onClick={props.onClose}>
            <X {...icon} />
          </IconButton>
        </span>
      </div>
      {props.children}
    </section>
  );
}

function SpeedField({ speed, onSpeed }: Pick<TableReadBarProps, 'speed' | 'onSpeed'>) {
  return (
    <label className={styles.speed}>
      <span className={styles.speedLabel}>Speed</span>
      <select aria-label="Speed" value={speed} onChange={({ target }) => onSpeed(Number(target.value))}>
        {speeds.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
    </label>
  );
}

function NowRead({ now, isHidden }: { now: ReadNow; isHidden: boolean }) {
  const { reader, text, isMine, current, total } = now;
  return (
    <p className={styles.now} data-mine={isMine || undefined}>
      <b>{isMine ? 'Your line' : reader}</b>
      <span className={styles.text}>{isHidden ? 'Say it now.' : text}</span>
      <span className={styles.count}>
        {current}/{total}
      </span>
    </p>
  );
}
