import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { RunningCall } from './runningCall.ts';

/** As long as the page lasts. */
const drawings = new WeakMap<QueryClient, Map<string, RunningCall>>();

/** The picture of one thing, such as "characters/7", while it is drawn. */
export function useDrawing(subject: string) {
  const drawing = drawingOf(useQueryClient(), subject);
  const state = useSyncExternalStore(drawing.watch, drawing.state);
  return { drawing, state };
}

/** What goes on only as long as the one who asked for it is there: leaving gives it up. */
export function usePassingCall() {
  const [drawing] = useState(() => new RunningCall());
  const state = useSyncExternalStore(drawing.watch, drawing.state);
  useEffect(() => drawing.cancel, [drawing]);
  return { ask: drawing.draw, cancel: drawing.cancel, isRunning: state === 'drawing' };
}

/** That of one thing, for what draws many. */
export function drawingOf(client: QueryClient, subject: string): RunningCall {
  const ofClient = drawings.get(client) ?? new Map<string, RunningCall>();
  drawings.set(client, ofClient);
  const drawing = ofClient.get(subject) ?? new RunningCall();
  ofClient.set(subject, drawing);
  return drawing;
}
