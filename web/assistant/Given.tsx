import type { GivenContext } from '#shared/contract/assistant.ts';
import styles from './ChatLog.module.css';

/** What of the project the model was given for a reply, and how much that was. */
export function Given({ given }: { given: GivenContext }) {
  const { scenes, summarizedScenes, omittedScenes, characters, beats, size } = given;
  const facts = [
    counted(summarizedScenes, 'scene in one line', 'scenes in one line'),
    counted(omittedScenes, 'scene left out', 'scenes left out'),
    counted(beats, 'beat', 'beats'),
  ].filter((fact) => fact !== null);
  return (
    <details className={styles.given}>
      <summary>
        Read {counted(scenes.length, 'scene', 'scenes') ?? 'no scene'} in full,{' '}
        {counted(size, 'character', 'characters') ?? 'no characters'} of text
      </summary>
      {scenes.length > 0 && <p>Scenes: {scenes.join('; ')}</p>}
      {characters.length > 0 && <p>Cast: {characters.join(', ')}</p>}
      {facts.length > 0 && <p>Also: {facts.join(', ')}</p>}
    </details>
  );
}

function counted(count: number, one: string, many: string): string | null {
  if (count === 0) return null;
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
