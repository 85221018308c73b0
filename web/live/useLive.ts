import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveMessage } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { others, ownPlace } from '#web/lib/others.ts';
import { setRevision } from '#web/lib/revisions.ts';
import { whenAnswered } from '#web/lib/scriptInHand.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { readAnew, showChange } from './follow.ts';
import { openLive } from './liveConnection.ts';

/** While it is open a project is shown as it is on the server, and its people see each other. */
export function useLive(projectId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const hear = (message: LiveMessage) => {
      if (message.type === 'presence') others.set(message.people.filter(({ id }) => id !== message.you));
      else if (message.type === 'resync') {
        setRevision(projectId, message.rev);
        readAnew(client, projectId);
      } else if (message.type === 'changed')
        whenAnswered(message, () => {
          showChange(client, projectId, message);
          setRevision(projectId, message.rev);
        });
    };
    // A call says what a connection cannot: whether there is still a project here for this person.
    const askWhetherItIsThere = () =>
      void client.invalidateQueries({ ...projectQuery(encodeProjectId(projectId)), exact: true });
    const connection = openLive({
      projectId,
      onMessage: hear,
      onState: (isConnected) => {
        if (isConnected) sayWhere();
        else others.set([]);
      },
      onEnd: askWhetherItIsThere,
      onRefused: askWhetherItIsThere,
    });
    const sayWhere = () => connection.say({ type: 'here', ...ownPlace.get() });
    const stop = ownPlace.watch(sayWhere);
    return () => {
      stop();
      connection.close();
      others.set([]);
    };
  }, [client, projectId]);
}
