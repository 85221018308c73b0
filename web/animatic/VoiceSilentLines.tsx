import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { may } from '#shared/roles.ts';
import { VoiceLines } from '#web/playback/tableRead/VoiceLines.tsx';
import { unvoicedLines } from '#web/playback/tableRead/voicing.ts';
import { charactersQuery } from '#web/script/script.data.ts';
import type { Animatic } from './animatic.ts';
import styles from './VoiceSilentLines.module.css';

interface VoiceSilentLinesProps {
  project: Project;
  /** As they are now, newer than the animatic while lines are voiced. */
  elements: readonly Element[];
  animatic: Animatic;
}

/** What of the dialogue is not heard, and the way to have it heard. */
export function VoiceSilentLines({ project, elements, animatic }: VoiceSilentLinesProps) {
  const { data: characters } = useQuery(charactersQuery(project.id));
  const lines = useMemo(() => unvoicedLines(elements, characters ?? []), [elements, characters]);
  const silentIds = animatic.lines
    .filter(({ soundUrl, isSpoken }) => soundUrl === null && isSpoken)
    .map(({ elementId }) => elementId);
  const voiceable = new Set(lines.map(({ elementId }) => elementId));
  const voiceless = characters ? silentIds.filter((id) => !voiceable.has(id)).length : 0;
  if (silentIds.length === 0 && lines.length === 0) return null;
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
          <a href={`/projects/${encodeProjectId(project.id)}/characters`}>Give characters voices</a>
        </p>
      )}
      {canWrite && lines.length > 0 && (
        <VoiceLines project={project} lines={lines} linesToVoice={async () => lines} />
      )}
    </div>
  );
}

function countText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'line has' : 'lines have'}`;
}
