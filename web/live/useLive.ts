import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveServerMessage, Presence } from '#shared/contract/live.ts';
import { withPresenceChanges } from '#shared/presenceChanges.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { ApiError } from '#web/lib/api.ts';
import { setRevision } from '#web/lib/revisions.ts';
import { batch } from '#web/lib/store.ts';
import {
  clearStoredDrafts,
  followedUserId,
  otherPresences,
  ownLocation,
  type RemoteDraft,
  receiveDraft,
} from '#web/presence/collaborators.ts';
import { whenAnswered } from '#web/presence/remoteChangeGate.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { checkSession } from '#web/session/watchSession.ts';
import { applyRemoteChange, refetchProject } from './applyRemoteChange.ts';
import { broadcastLiveDraft } from './broadcastLiveDraft.ts';
import { openLiveConnection } from './liveConnection.ts';

type Changed = Extract<LiveServerMessage, { type: 'changed' }>;

/** Keep a project's data in step with the server, and share presence, while it is mounted. */
export function useLiveProject(projectId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    let ownId = '';
    const setPeople = (people: readonly Presence[]) => {
      otherPresences.set(people.filter(({ id }) => id !== ownId));
      clearStoredDrafts(({ from }) => !people.some(({ id }) => id === from));
    };
    const hear = (message: LiveServerMessage) => {
      if (message.type === 'presence') {
        ownId = message.you;
        setPeople(message.people);
      } else if (message.type === 'presenceChanges')
        setPeople(withPresenceChanges(otherPresences.get(), message));
      else if (message.type === 'draft') receiveDraft(message);
      else if (message.type !== 'pong')
        whenAnswered(message, (shown) => {
          setRevision(projectId, shown.rev);
          if (shown.type === 'resync') refetchProject(client, projectId);
          else
            batch(() => {
              applyRemoteChange(client, projectId, shown);
              clearStoredDrafts((words) => isStored(words, shown));
            });
        });
    };
    // A rejected connection carries no reason. A call shows whether project and session exist.
    const askWhetherItIsThere = () => {
      const { queryKey } = projectQuery(encodeProjectId(projectId));
      void client.invalidateQueries({ queryKey, exact: true }).then(() => {
        const error = client.getQueryState(queryKey)?.error;
        if (error instanceof ApiError && error.status === 401) void checkSession();
      });
    };
    const connection = openLiveConnection({
      projectId,
      onMessage: hear,
      onState: (isConnected) => {
        if (!isConnected) return nobodyIsSeen();
        sendPlace();
        drafts.repeat();
      },
      onEnd: askWhetherItIsThere,
      onRejected: askWhetherItIsThere,
    });
    const sendPlace = () =>
      connection.say({ type: 'here', ...ownLocation.get(), takesPresenceChanges: true });
    const drafts = broadcastLiveDraft(connection.say);
    const stops = [ownLocation.watch(sendPlace), drafts.stop];
    return () => {
      for (const stop of stops) stop();
      connection.close();
      nobodyIsSeen();
      followedUserId.set(null);
    };
  }, [client, projectId]);
}

function nobodyIsSeen(): void {
  otherPresences.set([]);
  clearStoredDrafts(() => true);
}

/** Return whether a change by the draft's author stores this draft. */
function isStored({ from, elementId }: RemoteDraft, { entity, ids, actorUserId }: Changed): boolean {
  const writer = otherPresences.get().find(({ id }) => id === from);
  if (entity !== 'element' || writer?.userId !== actorUserId) return false;
  return elementId === null || ids.includes(elementId);
}
