import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Scene } from '#shared/contract/scenes.ts';
import { createStore, type Store, useStore } from '#web/lib/store.ts';
import { announceToScreenReader } from './scenes.data.ts';
import { drawSceneFrame } from './useSceneImage.ts';

/** Progress of generating missing pictures. */
export interface DrawingMany {
  done: number;
  of: number;
}

/** Jobs by project. They continue while another view is shown, until the page is closed. */
const jobs = new WeakMap<QueryClient, Map<number, { state: Store<DrawingMany | null>; stop: () => void }>>();

function jobOf(client: QueryClient, projectId: number) {
  const ofClient = jobs.get(client) ?? new Map();
  jobs.set(client, ofClient);
  const job = ofClient.get(projectId) ?? { state: createStore<DrawingMany | null>(null), stop: () => {} };
  ofClient.set(projectId, job);
  return job;
}

/**
 * Generate the missing pictures one after another, each at its price, so that frames that have not
 * started cost nothing after a cancel. Stop at the first failure, which is shown at its scene.
 */
export function useDrawMissing(projectId: number) {
  const client = useQueryClient();
  const job = jobOf(client, projectId);
  const drawing: DrawingMany | null = useStore(job.state);
  const start = async (scenes: readonly Scene[], nameOf: (scene: Scene) => string) => {
    if (job.state.get()) return;
    let isStopped = false;
    let cancelOne = () => {};
    job.stop = () => {
      isStopped = true;
      cancelOne();
    };
    let done = 0;
    job.state.set({ done, of: scenes.length });
    for (const scene of scenes) {
      const one = drawSceneFrame(client, scene, nameOf(scene));
      cancelOne = one.cancel;
      if (!(await one.drawn) || isStopped) break;
      done += 1;
      job.state.set({ done, of: scenes.length });
    }
    job.state.set(null);
    announceToScreenReader(client, projectId, `${done} of ${scenes.length} images are drawn`);
  };
  return { drawing, start, cancel: () => job.stop() };
}
