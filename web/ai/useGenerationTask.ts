import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { GenerationTask } from './generationTask.ts';

/** Tasks by subject; they live until the page is closed. */
const drawings = new WeakMap<QueryClient, Map<string, GenerationTask>>();

/** Return the task of one subject, such as "characters/7", and its state. */
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

/** Return the task of one subject without subscribing, for code that starts many. */
export function generationTaskOf(client: QueryClient, subject: string): GenerationTask {
  const ofClient = drawings.get(client) ?? new Map<string, GenerationTask>();
  drawings.set(client, ofClient);
  const drawing = ofClient.get(subject) ?? new GenerationTask();
  ofClient.set(subject, drawing);
  return drawing;
}
