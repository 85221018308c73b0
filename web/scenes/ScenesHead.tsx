import { LayoutGrid, Plus, Printer } from 'lucide-react';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Offer } from '#web/lib/offer.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import styles from './ScenesScreen.module.css';
import { isOpening } from './sceneName.ts';
import type { SceneView } from './useSceneView.ts';

interface ScenesHeadProps {
  scenes: readonly Scene[];
  view: SceneView;
  canWrite: boolean;
  offer: Offer;
  onView: (view: SceneView) => void;
  onNew: () => void;
  onPrint: () => void;
  /** Asks for the price of an image again. */
  onRetry: () => void;
}

export function ScenesHead({ scenes, view, canWrite, offer, ...calls }: ScenesHeadProps) {
  const isBoard = view === 'storyboard';
  return (
    <PageHead title="Scene Manager" facts={factsOf(scenes)}>
      <div className={styles.tools}>
        <Button
          icon={<LayoutGrid {...icon} />}
          className={styles.toggle}
          aria-pressed={isBoard}
          onClick={() => calls.onView(isBoard ? 'list' : 'storyboard')}
        >
          Storyboard
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

function factsOf(scenes: readonly Scene[]): string {
  // The text before the first one is none.
  const numbered = scenes.filter((scene) => !isOpening(scene));
  const count = numbered.length;
  const drawn = numbered.filter(({ imageUrl }) => imageUrl !== null).length;
  const scenesText = `${count.toLocaleString('en-US')} ${count === 1 ? 'scene' : 'scenes'}`;
  return drawn === 0 ? scenesText : `${scenesText}, ${drawn.toLocaleString('en-US')} with an image`;
}
