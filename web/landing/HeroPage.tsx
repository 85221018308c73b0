import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './HeroPage.module.css';
import { SampleSheets } from './SampleSheets.tsx';
import { firstTypedId, heroScene } from './scene.ts';

/**
 * Show script pages on which a scene is typed (typing.ts). Assistive technology, and browsers
 * without scripts, get the whole scene at once. Text that is not typed yet is invisible but takes
 * its space, so that line breaks never change.
 */
export function HeroPage() {
  return (
    <figure className={styles.figure} data-typed-from={firstTypedId}>
      <VisuallyHidden as="figcaption">
        <p>Script pages on which a scene is being typed:</p>
        {heroScene.map(({ id, content }) => (
          <p key={id}>{content}</p>
        ))}
      </VisuallyHidden>
      <div className={styles.window}>
        <div className={styles.roll} data-roll="">
          <SampleSheets elements={heroScene} />
        </div>
      </div>
      <button className={styles.pause} type="button" data-pause="" hidden>
        Pause typing
      </button>
    </figure>
  );
}
