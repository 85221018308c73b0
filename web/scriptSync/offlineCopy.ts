import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { User } from '#shared/contract/auth.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { knownRevision } from '#web/lib/revisions.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { CopyWriter, isOutOfRoom, type ScriptCopy, writeCopyOwner } from '#web/offlineCopy/copies.ts';
import { shownFromCopy } from '#web/offlineCopy/withOfflineFallback.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { charactersQuery, elementsQuery, scenesQuery } from './script.data.ts';

/** Delay after the last change, so that the copy is made in a pause of writing. */
const delayMs = 2000;
/** Maximum delay during continuous changes. */
const maxDelayMs = 30_000;

/** Store in this browser what is needed to open the script offline (docs/decisions/0047). */
export function useOfflineCopy(project: Project, user: User | null): void {
  const client = useQueryClient();
  const projectId = project.id;
  // Other fields of the same user are no reason to start again.
  const latestUser = useRef(user);
  latestUser.current = user;
  const userId = user?.id;
  useEffect(() => {
    const { current } = latestUser;
    if (current === null || current.id !== userId || typeof indexedDB === 'undefined') return;
    const isKnown = known(current);
    return whileHoldingLock(`cold-open:copy:${userId}:${projectId}`, () =>
      maintainCopy(client, projectId, current, isKnown),
    );
  }, [client, projectId, userId]);
}

let recordedOwner: { userId: string; isKnown: Promise<void> } | null = null;

/**
 * Record once per tab who owns the copies. It must not wait for the lock: by then the user may have
 * signed out in the tab that held it.
 */
function known(user: User): Promise<void> {
  if (recordedOwner?.userId !== user.id) {
    recordedOwner = { userId: user.id, isKnown: writeCopyOwner(user) };
    // The next script retries after a failure.
    recordedOwner.isKnown.catch(() => {
      recordedOwner = null;
    });
  }
  return recordedOwner.isKnown;
}

/** Run in one tab of a browser at a time. The next tab takes over when that one is closed. */
function whileHoldingLock(name: string, start: () => () => void): () => void {
  const stopped = new AbortController();
  let stop: (() => void) | undefined;
  const hold = () =>
    new Promise<void>((resolve) => {
      if (stopped.signal.aborted) return resolve();
      stop = start();
      stopped.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  if (navigator.locks)
    navigator.locks.request(name, { signal: stopped.signal }, hold).catch(() => undefined); // cancelled before the lock was granted
  else void hold();
  return () => {
    stopped.abort();
    stop?.();
  };
}

/** Make a copy now and after each change of the stored script. Returns a function that stops it. */
function maintainCopy(
  client: QueryClient,
  projectId: number,
  user: User,
  isKnown: Promise<void>,
): () => void {
  const writer = new CopyWriter(user.id, projectId, whenIdle);
  const keys = keysOf(projectId);
  const watched = new Set(Object.values(keys).map((key) => hashKey(key)));
  let isOver = false;
  let isStoring = false;
  let isFailureShown = false;
  let changedAtMs: number | null = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void storeCopy(), delayMs);
  };
  const storeCopy = async () => {
    const copy = isOver || isStoring ? null : copyFromCache(client, projectId, keys);
    if (!copy) return;
    isStoring = true;
    changedAtMs = null;
    try {
      await isKnown;
      isOver = !(await writer.keep(copy));
    } catch (error) {
      // The script on the server is not affected. Show once that it cannot be read offline.
      if (isOutOfRoom(error) && !isFailureShown) toast(toastTexts.copyNotKept);
      isFailureShown = true;
    }
    isStoring = false;
    if (changedAtMs !== null) wait(delayMs);
  };
  const unwatch = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !watched.has(query.queryHash)) return;
    const nowMs = performance.now();
    changedAtMs ??= nowMs;
    if (!isStoring) wait(Math.max(0, Math.min(delayMs, changedAtMs + maxDelayMs - nowMs)));
  });
  const onHide = () => {
    if (document.visibilityState === 'hidden' && changedAtMs !== null) void storeCopy();
  };
  document.addEventListener('visibilitychange', onHide);
  wait(delayMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
    unwatch();
    document.removeEventListener('visibilitychange', onHide);
  };
}

function keysOf(projectId: number) {
  return {
    project: projectQuery(encodeProjectId(projectId)).queryKey,
    elements: elementsQuery(projectId).queryKey,
    scenes: scenesQuery(projectId).queryKey,
    characters: charactersQuery(projectId).queryKey,
  };
}

/**
 * Return the stored state without pending changes, which are stored elsewhere. Returns null if a
 * part is not loaded.
 */
function copyFromCache(
  client: QueryClient,
  projectId: number,
  keys: ReturnType<typeof keysOf>,
): ScriptCopy | null {
  // Data that came from the copy is already in it.
  if (shownFromCopy.has(projectId)) return null;
  const project = client.getQueryData(keys.project);
  const elements = client.getQueryData(keys.elements);
  const scenes = client.getQueryData(keys.scenes);
  if (!project || !elements || !scenes) return null;
  const characters = client.getQueryData(keys.characters) ?? [];
  return { project, elements, scenes, characters, revision: knownRevision(projectId) ?? null };
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve);
  });
}
