import { memo } from 'react';
import styles from './Banner.module.css';
import { GrowingField } from './GrowingField.tsx';
import { ideaLabels } from './texts.ts';
import { useFit } from './useFit.ts';
import type { IdeaDraft } from './useIdea.ts';

interface WordsProps {
  name: string;
  logline: string;
  draft: IdeaDraft;
  canWrite: boolean;
  /** Whether the text is light on a shade; otherwise it has the colour of the empty banner. */
  isOnPicture: boolean;
}

/** Show title and logline over the banner, as large as its height allows. */
export const Words = memo(function Words({ name, logline, draft, canWrite, isOnPicture }: WordsProps) {
  const { frame, words, isOverfull } = useFit();
  return (
    <div className={isOnPicture ? `${styles.frame} ${styles.onPicture}` : styles.frame} ref={frame}>
      <div className={styles.shade}>
        <div
          className={styles.words}
          ref={words}
          // Scroll containers must be reachable by keyboard, with or without fields.
          {...(isOverfull && !canWrite && { tabIndex: 0, role: 'group', 'aria-label': 'Title and logline' })}
        >
          {canWrite ? (
            <>
              <GrowingField
                className={styles.title}
                aria-label={ideaLabels.name}
                placeholder={ideaLabels.name}
                isOneParagraph
                value={name}
                onText={(text) => draft.write({ name: text })}
                onBlur={() => void draft.save()}
              />
              <GrowingField
                className={styles.logline}
                aria-label={ideaLabels.logline}
                placeholder="Add a logline"
                isOneParagraph
                value={logline}
                onText={(text) => draft.write({ logline: text })}
                onBlur={() => void draft.save()}
              />
            </>
          ) : (
            <>
              <h2 className={styles.title}>{name}</h2>
              {logline && <p className={styles.logline}>{logline}</p>}
            </>
          )}
        </div>
      </div>
    </div>
  );
});
