import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { ReadClip } from '#web/lib/readClip.ts';
import { loadSoundFile } from '#web/lib/soundFile.ts';
import { ExportReadDialog, type ReadScope } from '#web/playback/export/ExportReadDialog.tsx';
import { elementsQuery } from '#web/script/script.data.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { AnimaticStage } from './AnimaticStage.tsx';
import { soundSecondsQuery } from './animatic.data.ts';
import { type Animatic, animaticOf } from './animatic.ts';
import { titleOf } from './drawFrame.ts';
import { FilmExport } from './FilmExport.tsx';

interface AnimaticScreenProps {
  project: Project;
  scenes: readonly Scene[];
  onClose: () => void;
}

/** The storyboard as a film, over the scenes; from here it is exported as a film, and what is heard as a sound file. */
export function AnimaticScreen({ project, scenes, onClose }: AnimaticScreenProps) {
  const { elements, animatic, retry, isFailed, isRetrying } = useAnimatic(project.id, scenes);
  const [exported, setExported] = useState<'film' | 'audio' | null>(null);
  const back = () => setExported(null);
  if (animatic && elements && exported === 'film')
    return <FilmExport animatic={animatic} fileName={project.name} onClose={back} />;
  if (animatic && exported === 'audio')
    return <ExportReadDialog title={project.name} scopes={scopesOf(animatic, project.name)} onClose={back} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Animatic"
      width="full"
      footer={
        animatic && animatic.shots.length > 0 ? (
          <>
            <Button onClick={() => setExported('audio')}>Export Audio</Button>
            <Button onClick={() => setExported('film')}>Export Film</Button>
          </>
        ) : undefined
      }
    >
      {isFailed ? (
        <LoadFailure text="The script could not be loaded." isRetrying={isRetrying} onRetry={retry} />
      ) : animatic ? (
        <AnimaticStage animatic={animatic} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
}

function useAnimatic(projectId: number, scenes: readonly Scene[]) {
  const script = useQuery(elementsQuery(projectId));
  const elements = script.data;
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
      animaticOf({ elements, scenes, sceneNumbers: sceneNumbersOf([...scenes]), soundSeconds }),
    [elements, scenes, soundSeconds],
  );
  return {
    elements,
    animatic: animatic ?? null,
    isFailed: script.isLoadingError,
    isRetrying: script.isFetching,
    retry: () => void script.refetch(),
  };
}

const noElements: Element[] = [];
const unknown: ReadonlyMap<string, number> = new Map();

/** The whole script, and each scene in which something is heard. */
function scopesOf(animatic: Animatic, fileName: string): [ReadScope, ...ReadScope[]] {
  const scenes = animatic.shots.map((shot) => {
    const label = titleOf(shot);
    const clips = animatic.lines
      .filter(({ startSeconds }) => startSeconds >= shot.startSeconds && startSeconds < shot.endSeconds)
      .flatMap((line) => clipOf(line, label));
    return { label, fileName: `${fileName}, ${label}`, clips };
  });
  const clips = scenes.flatMap((scene) => scene.clips);
  return [{ label: 'Whole script', fileName, clips }, ...scenes.filter((scene) => scene.clips.length > 0)];
}

function clipOf(
  { soundUrl, volume, overlapSeconds }: Animatic['lines'][number],
  chapter: string,
): ReadClip[] {
  if (soundUrl === null) return [];
  const load = (signal: AbortSignal) => loadSoundFile(soundUrl, signal);
  return [{ load, silentSeconds: 0, overlapSeconds, volume, chapter }];
}
