import type { Hub, SocketHandlers } from './hub.ts';
import { type JoinRequest, presenceIdOf } from './joining.ts';
import { PollSocket } from './pollSocket.ts';

/** A reply is held for this time while there is no message. Proxies permit longer ones. */
const holdMs = 5000;

interface PollRequest {
  joining: JoinRequest & { window: string };
  /** Cursor of the last reply that the client has received. */
  cursor: string | null;
}

interface Connection {
  socket: PollSocket;
  /** Null if the hub did not let it join; its socket has the reason. */
  handlers: SocketHandlers | null;
}

/** Create the handler of polls. A tab joins with its first one, and again where it is not known. */
export function createPolling(hub: Hub) {
  const connections = new Map<string, Connection>();

  function connect(key: string, joining: JoinRequest): Connection {
    const socket = new PollSocket(() => {
      if (connections.get(key) !== connection) return;
      connections.delete(key);
      connection.handlers?.leave();
    });
    const connection: Connection = { socket, handlers: null };
    connection.handlers = hub.join(joining, socket);
    if (connection.handlers) connections.set(key, connection);
    return connection;
  }

  return function poll({ joining, cursor }: PollRequest) {
    const key = `${joining.projectId}:${presenceIdOf(joining.sid, joining.window)}`;
    const known = connections.get(key);
    const [id, position] = cursor?.split(':') ?? [];
    const isSame = known !== undefined && known.socket.id === id;
    const { socket, handlers } = isSame ? known : connect(key, joining);
    handlers?.pong();
    return socket.poll(isSame ? Number(position) || 0 : 0, holdMs);
  };
}
