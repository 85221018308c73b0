import { Clapperboard, LayoutGrid, Plus, Printer, Sparkles, X } from 'lucide-react';
import type { ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { BoardUndo } from '#web/lib/boardUndo.ts';
import type { Offer } from '#web/lib/offer.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { UndoButtons } from '#web/ui/UndoButtons.tsx';
import styles from './ScenesScreen.module.css';
import { isOpening } from './sceneName.ts';
import type { DrawingMany } from './useDrawMissing.ts';
import type { SceneView } from './useSceneView.ts';

interface ScenesHeadProps {
  scenes: readonly Scene[];
  counts: ScriptCounts | null;
  undo: BoardUndo;
  /** What all frames that are missing cost; null where there are none, or nothing can be drawn. */
  missing: { count: number; price: string } | null;
  drawing: DrawingMany | null;
  view: SceneView;
  canWrite: boolean;
  offer: Offer;
  onView: (view: SceneView) => void;
  onNew: () => void;
  onPlay: () => void;
  onPrint: () => void;
  onDrawMissing: () => void;
  onCancelDrawing: () => void;
  /** Asks for the price of an image again. */
  onRetry: () => void;
}

export function ScenesHead({
  scenes,
  counts,
  undo,
  missing,
  drawing,
  view,
  canWrite,
  offer,
  ...calls
}: ScenesHeadProps) {
  const isBoard = view === 'storyboard';
  return (
    <PageHead title="Scene Manager" facts={factsOf(scenes, counts)}>
      <div className={styles.tools}>
        {canWrite && <UndoButtons undo={undo} />}
        {canWrite && isBoard && drawing === null && missing && (
          <Button icon={<Sparkles {...icon} />} onClick={calls.onDrawMissing}>
            Draw {missing.count === 1 ? '1 missing image' : `${missing.count} missing images`}{' '}
            <span className={styles.price}>{missing.price}</span>
          </Button>
        )}
        <Button
          icon={<LayoutGrid {...icon} />}
          className={styles.toggle}
          aria-pressed={isBoard}
          onClick={() => calls.onView(isBoard ? 'list' : 'storyboard')}
        >
          Storyboard
        </Button>
        <Button icon={<Clapperboard {...icon} />} onClick={calls.onPlay}>
          Animatic
        </Button>
        {isBoard && (
          <Button icon={<Printer {...icon} />} onClick={calls.onPrint}>
            Print
          </Button>
        )}
        {canWrite && (
          <Button kind="primary" icon={<Plus {...icon} />} onClick={calls.onNew}>
            New Scene
          </Button>
        )}
      </div>
      {drawing && (
        <div className={styles.drawing}>
          <p>
            Drawing image {Math.min(drawing.done + 1, drawing.of)} of {drawing.of}
          </p>
          <Progress label="Drawing the missing images" fraction={drawing.done / drawing.of} />
          <Button size="small" icon={<X {...icon} />} onClick={calls.onCancelDrawing}>
            Cancel
          </Button>
        </div>
      )}
      {canWrite && <PictureNote offer={offer} onRetry={calls.onRetry} />}
    </PageHead>
  );
}

const icon = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Why there is no image to generate, or that credits may not be enough for one (decision OQ-41). */
function PictureNote({ offer, onRetry }: Pick<ScenesHeadProps, 'offer'> & { onRetry: () => void }) {
  if (offer.is === 'closed') return <p className={styles.note}>{offer.why}</p>;
  if (offer.is === 'unknown') {
    return (
      <p className={styles.note}>
        The price of an image could not be loaded.{' '}
        <button type="button" className={styles.link} onClick={onRetry}>
          Try again
        </button>
      </p>
    );
  }
  if (offer.is !== 'open' || offer.low === null) return null;
  return (
    <p className={styles.note}>
      An image: {offer.price}. {offer.low}.{' '}
      <a className={styles.link} href="/buy-credits">
        Buy Credits
      </a>
    </p>
  );
}

function factsOf(scenes: readonly Scene[], counts: ScriptCounts | null): string {
  // The text before the first one is none.
  const numbered = scenes.filter((scene) => !isOpening(scene));
  const count = numbered.length;
  const drawn = numbered.filter(({ imageUrl }) => imageUrl !== null).length;
  const scenesText = `${count.toLocaleString('en-US')} ${count === 1 ? 'scene' : 'scenes'}`;
  const pages = counts?.pages ?? 0;
  return [
    scenesText,
    pages > 0 && `${pages.toLocaleString('en-US')} ${pages === 1 ? 'page' : 'pages'}`,
    drawn > 0 && `${drawn.toLocaleString('en-US')} with an image`,
  ]
    .filter(Boolean)
    .join(', ');
}
