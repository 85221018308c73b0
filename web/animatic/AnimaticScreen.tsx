import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { jointCuesOf } from '#screenplay/cast.ts';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { ReadClip } from '#web/audio/readClip.ts';
import { BackgroundTaskBar } from '#web/backgroundTasks/BackgroundTaskBar.tsx';
import { useStore } from '#web/lib/store.ts';
import { loadStoredFile } from '#web/lib/storedFile.ts';
import { ExportReadDialog, type ReadScope } from '#web/playback/export/ExportReadDialog.tsx';
import { SilentLines } from '#web/playback/export/SilentLines.tsx';
import { VoiceLines } from '#web/playback/tableRead/VoiceLines.tsx';
import { voicingOf } from '#web/playback/tableRead/voicing.data.ts';
import { unvoicedLines } from '#web/playback/tableRead/voicing.ts';
import { charactersQuery, elementsQuery } from '#web/scriptSync/script.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { AnimaticExport } from './AnimaticExport.tsx';
import styles from './AnimaticScreen.module.css';
import { AnimaticStage } from './AnimaticStage.tsx';
import { soundSecondsQuery } from './animatic.data.ts';
import { type Animatic, animaticOf } from './animatic.ts';
import { titleOf } from './drawFrame.ts';
import { VoiceSilentLines } from './VoiceSilentLines.tsx';

interface AnimaticScreenProps {
  project: Project;
  scenes: readonly Scene[];
  /** Only this scene, played at once. */
  only?: number | undefined;
  onClose: () => void;
}

/**
 * Play the storyboard as a film above the scenes; it can be exported as a film, and its sound as a
 * file.
 */
export function AnimaticScreen({ project, scenes, only, onClose }: AnimaticScreenProps) {
  const { elements, animatic, retry, isFailed, isRetrying } = useAnimatic(project, scenes, only);
  const { unvoiced, voiceableIds } = useUnvoiced(project, elements);
  const [exported, setExported] = useState<'film' | 'audio' | null>(null);
  const back = () => setExported(null);
  if (animatic && elements && exported === 'film')
    return (
      <AnimaticExport projectId={project.id} animatic={animatic} fileName={project.name} onClose={back}>
        <SilentLines clips={scopesOf(animatic, project.name, voiceableIds)[0].clips} file="film" />
      </AnimaticExport>
    );
  if (animatic && exported === 'audio')
    return (
      <ExportReadDialog
        projectId={project.id}
        title={project.name}
        scopes={scopesOf(animatic, project.name, voiceableIds)}
        onClose={back}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Animatic"
      width="full"
      footer={
        animatic && animatic.shots.length > 0 ? (
          <>
            <div className={styles.working}>
              <BackgroundTaskBar />
            </div>
            <Button onClick={() => setExported('audio')}>Export Audio</Button>
            <Button onClick={() => setExported('film')}>Export Film</Button>
          </>
        ) : undefined
      }
    >
      {isFailed ? (
        <LoadFailure text="The script could not be loaded." isRetrying={isRetrying} onRetry={retry} />
      ) : animatic ? (
        <AnimaticStage animatic={animatic} playsAtOnce={only !== undefined}>
          <VoiceSilentLines project={project} animatic={animatic} voiceableIds={voiceableIds}>
            <VoiceLines project={project} lines={unvoiced ?? []} linesToVoice={async () => unvoiced ?? []} />
          </VoiceSilentLines>
        </AnimaticStage>
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
}

function useAnimatic(project: Project, scenes: readonly Scene[], only: number | undefined) {
  const { id: projectId, format } = project;
  const script = useQuery(elementsQuery(projectId));
  const isVoicing = useStore(voicingOf(useQueryClient(), project).state, ({ isRunning }) => isRunning);
  // While lines are voiced, one after another, what plays stays as it was.
  const held = useRef(script.data);
  if (!isVoicing || held.current === undefined) held.current = script.data;
  const elements = held.current;
  const measured = useQuery({
    ...soundSecondsQuery(projectId, elements ?? noElements),
    enabled: elements !== undefined,
  });
  // Sounds of unknown length are taken to be as long as a reader would need.
  const soundSeconds = measured.data ?? (measured.isError ? unknown : null);
  const animatic = useMemo(
    () =>
      elements &&
      soundSeconds &&
      animaticOf({
        elements,
        scenes: only === undefined ? scenes : scenes.filter(({ id }) => id === only),
        sceneNumbers: sceneNumbersOf([...scenes], format),
        soundSeconds,
      }),
    [elements, scenes, only, soundSeconds, format],
  );
  return {
    elements: script.data,
    animatic: animatic ?? null,
    isFailed: script.isLoadingError,
    isRetrying: script.isFetching,
    retry: () => void script.refetch(),
  };
}

/** As they are now: newer than what plays, while they are voiced. */
function useUnvoiced({ id, cueChoices }: Project, elements: readonly Element[] | undefined) {
  const { data: characters } = useQuery(charactersQuery(id));
  return useMemo(() => {
    const unvoiced = elements && characters && unvoicedLines(elements, characters, jointCuesOf(cueChoices));
    return { unvoiced, voiceableIds: unvoiced ? new Set(unvoiced.map(({ elementId }) => elementId)) : null };
  }, [elements, characters, cueChoices]);
}

const noElements: Element[] = [];
const unknown: ReadonlyMap<string, number> = new Map();

/** The whole script, and each scene in which something is heard. */
function scopesOf(
  animatic: Animatic,
  fileName: string,
  voiceableIds: ReadonlySet<number> | null,
): [ReadScope, ...ReadScope[]] {
  const scenes = animatic.shots.map((shot) => {
    const label = titleOf(shot);
    const clips = animatic.lines
      .filter(({ startSeconds }) => startSeconds >= shot.startSeconds && startSeconds < shot.endSeconds)
      .flatMap((line) => clipOf(line, label, voiceableIds));
    return { label, fileName: `${fileName}, ${label}`, clips };
  });
  const clips = scenes.flatMap((scene) => scene.clips);
  return [{ label: 'Whole script', fileName, clips }, ...scenes.filter((scene) => scene.clips.length > 0)];
}

/**
 * Return the clip of a line. A spoken line without a file is silent: the export warns about it, and
 * it takes no time in the sound file.
 */
function clipOf(
  line: Animatic['lines'][number],
  chapter: string,
  voiceableIds: ReadonlySet<number> | null,
): ReadClip[] {
  const { elementId, isSpoken, speaker: name, text, soundUrl, volume, overlapSeconds } = line;
  const clip = { silentSeconds: 0, overlapSeconds, volume, chapter };
  if (soundUrl !== null) return [{ ...clip, load: (signal) => loadStoredFile(soundUrl, signal) }];
  if (!isSpoken) return [];
  const hasVoice = voiceableIds?.has(elementId) ?? false;
  const unfiled = {
    part: 'dialogue',
    name,
    text,
    needsVoice: !hasVoice,
    hasVoice,
    isAudible: false,
  } as const;
  return [{ ...clip, load: async () => null, unfiled }];
}
