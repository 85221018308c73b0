import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { jointCuesOf } from '#screenplay/cast.ts';
import { type SceneShot, shotSizes, shotsOf } from '#screenplay/shots.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';
import styles from './ShotList.module.css';

interface ShotListProps {
  id: string;
  scene: Scene;
  name: string;
}

/** Show the shots of a scene, derived from its script. They are fetched when the list is opened. */
export function ShotList({ id, scene, name }: ShotListProps) {
  const { data: elements } = useQuery(elementsQuery(scene.projectId));
  const { data: project } = useQuery(projectQuery(encodeProjectId(scene.projectId)));
  const shots = useMemo(
    () =>
      elements &&
      project &&
      shotsOf(
        elements.filter(({ sceneId }) => sceneId === scene.id),
        jointCuesOf(project.cueChoices),
      ),
    [elements, project, scene.id],
  );
  if (!shots) return <p className={styles.none}>Reading the script…</p>;
  if (shots.length === 0) {
    return (
      <p id={id} className={styles.none}>
        No shots yet: the scene has neither action nor dialogue.
      </p>
    );
  }
  return (
    <ol id={id} className={styles.shots} aria-label={`Shots of ${name}`}>
      {shots.map((shot, index) => (
        <li key={shot.at} className={styles.shot}>
          <span className={styles.number}>{index + 1}</span>
          <span className={styles.size}>
            {shotSizes[shot.size]}
            {shot.isNamed && <span className={styles.named}> as written</span>}
          </span>
          <span className={styles.text} dir="auto">
            {textOf(shot)}
          </span>
        </li>
      ))}
    </ol>
  );
}

const together = new Intl.ListFormat('en', { type: 'conjunction' });

function textOf({ text, speakers }: SceneShot): string {
  const description =
    speakers.length === 0 ? '' : `${together.format(speakers)} ${speakers.length === 1 ? 'speaks' : 'speak'}`;
  return [text, description].filter(Boolean).join(' · ');
}
