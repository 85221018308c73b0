import type { ReactNode } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { may } from '#shared/roles.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import type { Animatic } from './animatic.ts';
import styles from './VoiceSilentLines.module.css';

interface VoiceSilentLinesProps {
  project: Project;
  animatic: Animatic;
  /** Ids of voiceable lines whose sound is missing or outdated; null until they are known. */
  voiceableIds: ReadonlySet<number> | null;
  /** Has those voiced. */
  children: ReactNode;
}

/** Show which dialogue is silent, and the action that voices it. */
export function VoiceSilentLines({ project, animatic, voiceableIds, children }: VoiceSilentLinesProps) {
  const silentIds = animatic.lines
    .filter(({ soundUrl, isSpoken }) => soundUrl === null && isSpoken)
    .map(({ elementId }) => elementId);
  const voiceless = voiceableIds ? silentIds.filter((id) => !voiceableIds.has(id)).length : 0;
  if (silentIds.length === 0 && !voiceableIds?.size) return null;
  const canWrite = may(project.role, 'write');
  return (
    <div className={styles.silent}>
      {silentIds.length > 0 && (
        <p className={styles.note}>
          {`${countText(silentIds.length)} no sound yet, and ${silentIds.length === 1 ? 'is' : 'are'} shown for as long as a reader would take.`}
        </p>
      )}
      {canWrite && voiceless > 0 && (
        <p className={styles.note}>
          {`${countText(voiceless)} nobody to speak ${voiceless === 1 ? 'it' : 'them'}. `}
          <a href={hrefOf(`/projects/${encodeProjectId(project.id)}/characters`)}>Give characters voices</a>
        </p>
      )}
      {canWrite && voiceableIds && voiceableIds.size > 0 && children}
    </div>
  );
}

function countText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'line has' : 'lines have'}`;
}
