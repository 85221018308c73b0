import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveMessage } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { ApiError } from '#web/lib/api.ts';
import { followed, forgetWords, hearWords, type OthersWords, others, ownPlace } from '#web/lib/others.ts';
import { setRevision } from '#web/lib/revisions.ts';
import { whenAnswered } from '#web/lib/scriptInHand.ts';
import { batch } from '#web/lib/store.ts';
import { checkSession } from '#web/lib/watchSession.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { readAnew, showChange } from './follow.ts';
import { openLive } from './liveConnection.ts';
import { sayWords } from './sayWords.ts';

type Changed = Extract<LiveMessage, { type: 'changed' }>;

/** While it is open a project is shown as it is on the server, and its people see each other. */
export function useLive(projectId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const hear = (message: LiveMessage) => {
      if (message.type === 'presence') {
        others.set(message.people.filter(({ id }) => id !== message.you));
        forgetWords(({ from }) => !message.people.some(({ id }) => id === from));
      } else if (message.type === 'draft') hearWords(message);
      else
        whenAnswered(message, () => {
          setRevision(projectId, message.rev);
          if (message.type === 'resync') readAnew(client, projectId);
          else
            batch(() => {
              showChange(client, projectId, message);
              forgetWords((words) => isStored(words, message));
            });
        });
    };
    // A refused connection does not tell why. A call tells whether the project and the session exist.
    const askWhetherItIsThere = () => {
      const { queryKey } = projectQuery(encodeProjectId(projectId));
      void client.invalidateQueries({ queryKey, exact: true }).then(() => {
        const error = client.getQueryState(queryKey)?.error;
        if (error instanceof ApiError && error.status === 401) void checkSession();
      });
    };
    const connection = openLive({
      projectId,
      onMessage: hear,
      onState: (isConnected) => {
        if (isConnected) sayWhere();
        else nobodyIsSeen();
      },
      onEnd: askWhetherItIsThere,
      onRefused: askWhetherItIsThere,
    });
    const sayWhere = () => connection.say({ type: 'here', ...ownPlace.get() });
    const stops = [ownPlace.watch(sayWhere), sayWords(connection.say)];
    return () => {
      for (const stop of stops) stop();
      connection.close();
      nobodyIsSeen();
      followed.set(null);
    };
  }, [client, projectId]);
}

function nobodyIsSeen(): void {
  others.set([]);
  forgetWords(() => true);
}

/** Whether a change by the one who wrote them is what they became. */
function isStored({ from, elementId }: OthersWords, { entity, ids, actorUserId }: Changed): boolean {
  const writer = others.get().find(({ id }) => id === from);
  if (entity !== 'element' || writer?.userId !== actorUserId) return false;
  return elementId === null || ids.includes(elementId);
}
