import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DeleteSceneDialog } from './DeleteSceneDialog.tsx';
import type { PlannedGroups } from './grouping.ts';
import { PictureDialog } from './PictureDialog.tsx';
import { PrintDialog } from './PrintDialog.tsx';
import { SceneDialog } from './SceneDialog.tsx';
import { SceneVideo } from './SceneVideo.tsx';
import { sceneName } from './sceneName.ts';
import type { ScenesProps } from './scenesProps.ts';
import { deleteVideo } from './sceneVideo.ts';
import type { SceneOffers } from './useSceneOffers.ts';
import type { OpenSceneWindows } from './useSceneWindows.ts';
import type { PlacedRow } from './useShowPlaced.ts';

interface SceneWindowsProps
  extends Pick<ScenesProps, 'scenes' | 'sceneNumbers' | 'canWrite' | 'problems' | 'actions'> {
  project: Project;
  plan: PlannedGroups;
  offers: SceneOffers;
  windows: OpenSceneWindows;
  /** Render the animatic of all scenes, or of the scene with this id. */
  animatic: (onClose: () => void, only?: number) => ReactNode;
  onPlaced: (placed: PlacedRow) => void;
}

export function SceneWindows({ project, scenes, sceneNumbers, windows, ...props }: SceneWindowsProps) {
  const { canWrite, problems, actions, plan, offers, animatic, onPlaced } = props;
  const { open, over, close: onClose, closeOver: onCloseOver } = windows;
  const scene = open && 'sceneId' in open ? scenes.find(({ id }) => id === open.sceneId) : undefined;
  const number = scene && sceneNumbers.get(scene.id);
  const sceneOver = over && scenes.find(({ id }) => id === over.sceneId);
  const ofVideo = scene && (
    <SceneVideo
      scene={scene}
      number={number}
      canWrite={canWrite}
      actions={actions}
      offer={offers.video}
      onRetry={offers.onRetry}
    />
  );
  const ofForm = { projectId: project.id, scenes, plan, onClose };
  return (
    <>
      {open?.type === 'animatic' && animatic(onClose)}
      {open?.type === 'print' && <PrintDialog project={project} count={scenes.length} onClose={onClose} />}
      {open?.type === 'new' && (
        <SceneDialog
          {...ofForm}
          scene={null}
          onPlaced={(sceneId) => onPlaced({ sceneId, takesFocus: false })}
        />
      )}
      {open?.type === 'edit' && scene && (
        <SceneDialog
          {...ofForm}
          key={scene.id}
          scene={scene}
          video={ofVideo}
          onPlaced={(sceneId) => onPlaced({ sceneId, takesFocus: true })}
        />
      )}
      {open?.type === 'look' && scene && (
        <PictureDialog
          scene={scene}
          number={number}
          canWrite={canWrite}
          offer={offers.picture}
          video={ofVideo}
          problem={problems[scene.id] ?? null}
          onRetry={offers.onRetry}
          onClose={onClose}
        />
      )}
      {over?.type === 'animatic' && sceneOver && animatic(onCloseOver, sceneOver.id)}
      {over?.type === 'removeVideo' && sceneOver && (
        <RemoveVideoDialog scene={sceneOver} number={sceneNumbers.get(sceneOver.id)} onClose={onCloseOver} />
      )}
      {open?.type === 'remove' && scene && (
        <DeleteSceneDialog scene={scene} number={number} onClose={onClose} />
      )}
    </>
  );
}

interface RemoveVideoDialogProps {
  scene: Scene;
  number: string | undefined;
  onClose: () => void;
}

function RemoveVideoDialog({ scene, number, onClose }: RemoveVideoDialogProps) {
  const client = useQueryClient();
  const name = sceneName(scene, number);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete video"
      text={`Delete the video of ${name}? This cannot be undone, and its cost is not refunded.`}
      confirmLabel="Delete"
      isDestructive
      onConfirm={() => {
        onClose();
        void deleteVideo(client, scene, name);
      }}
    />
  );
}
