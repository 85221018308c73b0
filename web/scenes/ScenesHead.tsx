import { Clapperboard, LayoutGrid, Plus, Printer, Sparkles, X } from 'lucide-react';
import type { ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { BoardUndo } from '#web/boards/boardUndo.ts';
import { UndoButtons } from '#web/boards/UndoButtons.tsx';
import { hrefOf } from '#web/lib/basePath.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import styles from './ScenesScreen.module.css';
import { isOpening } from './sceneName.ts';
import type { MissingImages } from './useMissingImages.ts';
import type { SceneOffers } from './useSceneOffers.ts';
import type { SceneView } from './useSceneView.ts';
import type { OpenSceneWindows } from './useSceneWindows.ts';

interface ScenesHeadProps {
  scenes: readonly Scene[];
  counts: ScriptCounts | null;
  undo: BoardUndo;
  missing: MissingImages;
  view: SceneView;
  canWrite: boolean;
  offers: SceneOffers;
  onView: (view: SceneView) => void;
  /** Open a dialog. */
  onShow: OpenSceneWindows['show'];
}

export function ScenesHead({ scenes, counts, undo, missing, view, canWrite, ...props }: ScenesHeadProps) {
  const { offers, onView, onShow } = props;
  const { toDraw, drawing } = missing;
  const isBoard = view === 'storyboard';
  return (
    <PageHead title="Scene Manager" facts={factsOf(scenes, counts)}>
      <div className={styles.tools}>
        {canWrite && <UndoButtons undo={undo} />}
        {canWrite && isBoard && drawing === null && toDraw && (
          <Button icon={<Sparkles {...icon} />} onClick={missing.draw}>
            Draw {toDraw.count === 1 ? '1 missing image' : `${toDraw.count} missing images`}{' '}
            <span className={styles.price}>{toDraw.price}</span>
          </Button>
        )}
        <Button
          icon={<LayoutGrid {...icon} />}
          className={styles.toggle}
          aria-pressed={isBoard}
          onClick={() => onView(isBoard ? 'list' : 'storyboard')}
        >
          Storyboard
        </Button>
        <Button icon={<Clapperboard {...icon} />} onClick={() => onShow({ type: 'animatic' })}>
          Animatic
        </Button>
        {isBoard && (
          <Button icon={<Printer {...icon} />} onClick={() => onShow({ type: 'print' })}>
            Print
          </Button>
        )}
        {canWrite && (
          <Button kind="primary" icon={<Plus {...icon} />} onClick={() => onShow({ type: 'new' })}>
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
          <Button size="small" icon={<X {...icon} />} onClick={missing.cancel}>
            Cancel
          </Button>
        </div>
      )}
      {canWrite && <PictureNote offers={offers} />}
    </PageHead>
  );
}

const icon = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;

/**
 * Explain why no image can be generated, or that the credits may not be sufficient (decision
 * OQ-41).
 */
function PictureNote({ offers: { picture: offer, onRetry } }: Pick<ScenesHeadProps, 'offers'>) {
  if (offer.status === 'closed') return <p className={styles.note}>{offer.why}</p>;
  if (offer.status === 'unknown') {
    return (
      <p className={styles.note}>
        The price of an image could not be loaded.{' '}
        <button type="button" className={styles.link} onClick={onRetry}>
          Try again
        </button>
      </p>
    );
  }
  if (offer.status !== 'open' || offer.low === null) return null;
  return (
    <p className={styles.note}>
      An image: {offer.price}. {offer.low}.{' '}
      <a className={styles.link} href={hrefOf('/buy-credits')}>
        Buy Credits
      </a>
    </p>
  );
}

function factsOf(scenes: readonly Scene[], counts: ScriptCounts | null): string {
  // The opening is not a scene.
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
