import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { charactersQuery, scenesQuery } from '#web/scriptSync/script.data.ts';
import styles from './IdeaScreen.module.css';

/** Show the current figures of the project; omitted if they cannot be loaded. */
export function Facts({ projectId }: { projectId: number }) {
  const headingId = useId();
  const { data: scenes } = useQuery(scenesQuery(projectId));
  const { data: characters } = useQuery(charactersQuery(projectId));
  if (!scenes || !characters) return null;
  const titled = scenes.filter(({ heading }) => heading !== '');
  return (
    <section className={styles.facts} aria-labelledby={headingId}>
      <h2 className={styles.heading} id={headingId}>
        In this project
      </h2>
      <dl className={styles.list}>
        <dt>Script</dt>
        <dd>{titled.length > 0 ? counted(titled.length, 'scene') : 'No scenes yet'}</dd>
        <dt>Cast</dt>
        <dd>{characters.length > 0 ? counted(characters.length, 'character') : 'Nobody yet'}</dd>
      </dl>
    </section>
  );
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;
}
