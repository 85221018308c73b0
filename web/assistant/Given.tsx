import { openingLabel } from '#shared/contract/ai.ts';
import type { GivenContext } from '#shared/contract/assistant.ts';
import styles from './ChatLog.module.css';
import { countOrNone, reachWords } from './givenWords.ts';

/** Show which parts of the project the model received for a reply, and their size. */
export function Given({ given }: { given: GivenContext }) {
  const { scenes, summarizedScenes, omittedScenes, characters, beats, brief, notes, leftOut, reach, size } =
    given;
  const counted = scenes.filter((name) => name !== openingLabel).length;
  const facts = [
    brief && 'the brief',
    countOrNone(notes ?? 0, 'note', 'notes'),
    countOrNone(summarizedScenes, 'scene in brief', 'scenes in brief'),
    countOrNone(beats, 'beat', 'beats'),
  ].filter(Boolean);
  const missing = [
    countOrNone(omittedScenes, 'scene for which there was no room', 'scenes for which there was no room'),
    countOrNone(leftOut ?? 0, 'part that was taken out', 'parts that were taken out'),
  ].filter(Boolean);
  return (
    <details className={styles.given}>
      <summary>
        Read {countOrNone(counted, 'scene', 'scenes') ?? 'no scene'} in full,{' '}
        {countOrNone(size, 'character', 'characters') ?? 'no characters'} of text
      </summary>
      {reach && <p>Asked for: {reachWords[reach]}</p>}
      {scenes.length > 0 && <p>Scenes: {scenes.join('; ')}</p>}
      {characters.length > 0 && <p>Cast: {characters.join(', ')}</p>}
      {facts.length > 0 && <p>Also: {facts.join(', ')}</p>}
      {missing.length > 0 && <p>Without: {missing.join(', ')}</p>}
    </details>
  );
}
