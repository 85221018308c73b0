import { useId } from 'react';
import type { ElementKeys } from '#screenplay/flow.ts';
import { keySetTexts } from '#web/scriptEditor/keys/keySets.ts';
import { currentPreferences, setPreferences } from '#web/scriptEditor/preferences.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './KeyQuestion.module.css';

/** Most newcomers know the first. */
const order: readonly ElementKeys[] = ['finalDraft', 'cycle', 'fountain'];

/**
 * The question of the first start: which keys a writer knows. It takes neither the focus nor the
 * caret, so that typing goes on.
 */
export function KeyQuestion() {
  const titleId = useId();
  const choose = (elementKeys: ElementKeys) => setPreferences({ elementKeys });
  return (
    <section className={styles.question} aria-labelledby={titleId} data-question="" data-fades="">
      <div className={styles.head}>
        <div role="status">
          <h2 id={titleId} className={styles.title}>
            Which keys do your hands know?
          </h2>
        </div>
        <p className={styles.note}>You can change this later under Writing preferences.</p>
        <Button
          kind="ghost"
          size="small"
          className={styles.skip}
          onClick={() => choose(currentPreferences().elementKeys)}
        >
          Skip
        </Button>
      </div>
      <ul className={styles.choices}>
        {order.map((keys) => (
          <li key={keys}>
            <KeySet elementKeys={keys} onChoose={() => choose(keys)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function KeySet({ elementKeys, onChoose }: { elementKeys: ElementKeys; onChoose: () => void }) {
  const keysId = useId();
  const { label, origin, tab, enter, enterInside } = keySetTexts[elementKeys];
  return (
    // The whole card is pressed, so that no toast may cover it (web/ui/toastPlace.ts).
    <div className={styles.choice} data-uncovered="">
      <button type="button" className={styles.label} aria-describedby={keysId} onClick={onChoose}>
        {label}
      </button>{' '}
      <span className={styles.origin}>{origin}</span>
      <p id={keysId} className={styles.keys}>
        <kbd>Tab</kbd> <span>{tab}.</span> <kbd>Enter</kbd> <span>{enter}.</span> <kbd>Enter inside</kbd>{' '}
        <span>{enterInside}.</span>
      </p>
    </div>
  );
}
