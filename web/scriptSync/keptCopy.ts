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

/** After the last change, so that whoever writes has a copy made between two thoughts. */
const restMs = 2000;
/** However much is changed. */
const maxRestMs = 30_000;

/** Keeps in this browser what is needed to open the script without a connection (docs/decisions/0047). */
export function useOfflineCopy(project: Project, user: User | null): void {
  const client = useQueryClient();
  const projectId = project.id;
  // The same person with other fields is no reason to begin anew.
  const person = useRef(user);
  person.current = user;
  const userId = user?.id;
  useEffect(() => {
    const { current } = person;
    if (current === null || current.id !== userId || typeof indexedDB === 'undefined') return;
    const isKnown = known(current);
    return whileAlone(`cold-open:copy:${userId}:${projectId}`, () =>
      follow(client, projectId, current, isKnown),
    );
  }, [client, projectId, userId]);
}

let noted: { userId: string; isKnown: Promise<void> } | null = null;

/**
 * Note once in this window whose copies it keeps. It must not wait for the lock: by then its person
 * may have signed out in the window that held it.
 */
function known(user: User): Promise<void> {
  if (noted?.userId !== user.id) {
    noted = { userId: user.id, isKnown: writeCopyOwner(user) };
    // The next script retries after a failure.
    noted.isKnown.catch(() => {
      noted = null;
    });
  }
  return noted.isKnown;
}

/** One window of a browser at a time makes copies of a script; the next takes over when that one is closed. */
function whileAlone(name: string, begin: () => () => void): () => void {
  const over = new AbortController();
  let stop: (() => void) | undefined;
  const hold = () =>
    new Promise<void>((resolve) => {
      if (over.signal.aborted) return resolve();
      stop = begin();
      over.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  if (navigator.locks)
    navigator.locks.request(name, { signal: over.signal }, hold).catch(() => undefined); // closed before its turn
  else void hold();
  return () => {
    over.abort();
    stop?.();
  };
}

/** Makes a copy now, and again after what the server has of the script has changed; gives the way to stop. */
function follow(client: QueryClient, projectId: number, user: User, isKnown: Promise<void>): () => void {
  const keeper = new CopyWriter(user.id, projectId, whenIdle);
  const keys = keysOf(projectId);
  const watched = new Set(Object.values(keys).map((key) => hashKey(key)));
  let isOver = false;
  let isKeeping = false;
  let isTold = false;
  let changedAtMs: number | null = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), delayMs);
  };
  const keep = async () => {
    const copy = isOver || isKeeping ? null : copyOf(client, projectId, keys);
    if (!copy) return;
    isKeeping = true;
    changedAtMs = null;
    try {
      await isKnown;
      isOver = !(await keeper.keep(copy));
    } catch (error) {
      // Without it the script is where it always was. It is told once that it cannot be read without a connection.
      if (isOutOfRoom(error) && !isTold) toast(toastTexts.copyNotKept);
      isTold = true;
    }
    isKeeping = false;
    if (changedAtMs !== null) wait(restMs);
  };
  const unwatch = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !watched.has(query.queryHash)) return;
    const nowMs = performance.now();
    changedAtMs ??= nowMs;
    if (!isKeeping) wait(Math.max(0, Math.min(restMs, changedAtMs + maxRestMs - nowMs)));
  });
  const onHide = () => {
    if (document.visibilityState === 'hidden' && changedAtMs !== null) void keep();
  };
  document.addEventListener('visibilitychange', onHide);
  wait(restMs);
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

/** What the server has, without what is on its way to it: that is kept elsewhere. Null where a part is not loaded. */
function copyOf(client: QueryClient, projectId: number, keys: ReturnType<typeof keysOf>): ScriptCopy | null {
  // What came from the copy is in it.
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
