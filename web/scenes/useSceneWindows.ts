import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScenesProps } from './scenesProps.ts';
import { cancelVideo, makeVideo } from './sceneVideo.ts';

/** The open dialog of the view. */
type SceneWindow =
  | { type: 'new' | 'animatic' | 'print' }
  | { type: 'edit' | 'look' | 'remove'; sceneId: number };

/** The dialog about a scene's video above it. */
interface VideoWindow {
  type: 'animatic' | 'removeVideo';
  sceneId: number;
}

export interface OpenSceneWindows {
  open: SceneWindow | null;
  over: VideoWindow | null;
  show: (open: SceneWindow) => void;
  close: () => void;
  closeOver: () => void;
  /** Actions that open dialogs; a stable object while the screen lives. */
  actions: ScenesProps['actions'];
}

export function useSceneWindows(): OpenSceneWindows {
  const [open, setOpen] = useState<SceneWindow | null>(null);
  const [over, setOver] = useState<VideoWindow | null>(null);
  const client = useQueryClient();
  const [actions] = useState<ScenesProps['actions']>(() => ({
    edit: ({ id }) => setOpen({ type: 'edit', sceneId: id }),
    remove: ({ id }) => setOpen({ type: 'remove', sceneId: id }),
    look: ({ id }) => setOpen({ type: 'look', sceneId: id }),
    makeVideo: (scene, name, prompt) => void makeVideo(client, scene, name, prompt),
    cancelVideo: (scene, name) => void cancelVideo(client, scene, name),
    removeVideo: ({ id }) => setOver({ type: 'removeVideo', sceneId: id }),
    playAnimatic: ({ id }) => setOver({ type: 'animatic', sceneId: id }),
  }));
  return {
    open,
    over,
    show: setOpen,
    close: () => setOpen(null),
    closeOver: () => setOver(null),
    actions,
  };
}
