import { Pause, Play } from 'lucide-react';
import styles from './HeroPage.module.css';
import { heroScene } from './scene.ts';
import { useTyping } from './useTyping.ts';

const lengths = heroScene.filter(({ isTyped }) => isTyped).map(({ text }) => text.length);

/**
 * A script page on which a scene is being typed. Assistive technology gets the whole scene at once; text that is
 * still to come holds its place unseen, so that no line ever breaks anew.
 */
export function HeroPage() {
  const { count, isDone, isPaused, toggle } = useTyping(lengths);
  let left = count;
  const shown = heroScene.map((paragraph) => {
    if (!paragraph.isTyped) return { ...paragraph, shownLength: paragraph.text.length };
    const shownLength = Math.min(left, paragraph.text.length);
    left -= shownLength;
    return { ...paragraph, shownLength };
  });
  const caretPlace = shown.findLast(({ shownLength }) => shownLength > 0)?.place;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.heard}>
        <p>A script page on which a scene is being typed:</p>
        {heroScene.map(({ place, text }) => (
          <p key={place}>{text}</p>
        ))}
      </figcaption>
      <div className={styles.sheet} aria-hidden="true">
        <i className={styles.hole} />
        <i className={styles.hole} />
        <p className={styles.cold}>COLD OPEN</p>
        {shown.map(({ place, type, text, shownLength }) => (
          <p key={place} className={styles[type]}>
            {text.slice(0, shownLength)}
            {place === caretPlace && <span className={styles.caret} />}
            <span className={styles.coming}>{text.slice(shownLength)}</span>
          </p>
        ))}
      </div>
      {!isDone && (
        <button className={styles.pause} type="button" onClick={toggle}>
          {isPaused ? (
            <Play size={15} fill="currentColor" aria-hidden="true" />
          ) : (
            <Pause size={15} strokeWidth={1.6} aria-hidden="true" />
          )}
          {isPaused ? 'Go on typing' : 'Pause typing'}
        </button>
      )}
    </figure>
  );
}
