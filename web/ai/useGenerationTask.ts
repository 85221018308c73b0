import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { GenerationTask } from './generationTask.ts';

/** As long as the page lasts. */
const drawings = new WeakMap<QueryClient, Map<string, GenerationTask>>();

/** The picture of one thing, such as "characters/7", while it is drawn. */
export function useGenerationTask(subject: string) {
  const drawing = generationTaskOf(useQueryClient(), subject);
  const state = useSyncExternalStore(drawing.watch, drawing.state);
  return { drawing, state };
}

/** Return a task that is cancelled on unmount. */
export function useViewScopedTask() {
  const [drawing] = useState(() => new GenerationTask());
  const state = useSyncExternalStore(drawing.watch, drawing.state);
  useEffect(() => drawing.cancel, [drawing]);
  return { ask: drawing.draw, cancel: drawing.cancel, isRunning: state === 'drawing' };
}

/** That of one thing, for what draws many. */
export function generationTaskOf(client: QueryClient, subject: string): GenerationTask {
  const ofClient = drawings.get(client) ?? new Map<string, GenerationTask>();
  drawings.set(client, ofClient);
  const drawing = ofClient.get(subject) ?? new GenerationTask();
  ofClient.set(subject, drawing);
  return drawing;
}
