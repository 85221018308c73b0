import type { Hub, SocketHandlers } from './hub.ts';
import { type JoinRequest, presenceIdOf } from './joining.ts';
import { PollSocket } from './pollSocket.ts';

/** A reply is held for this time while there is no message. Proxies permit longer ones. */
const holdMs = 5000;
/** A proxy may send each poll to another node. A cursor has this number of them. */
const maxNodes = 4;
/**
 * A closed connection is stored for this time, so that the next poll gets the reason, of a hidden
 * tab too.
 */
const closedExpiryMs = 30_000;

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

  function forget(key: string, socket: PollSocket): void {
    if (connections.get(key)?.socket === socket) connections.delete(key);
  }

  function connect(key: string, joining: JoinRequest): Connection {
    const socket = new PollSocket(() => {
      if (connections.get(key) !== connection) return;
      connection.handlers?.leave();
      if (socket.closeCode === null) forget(key, socket);
      else setTimeout(() => forget(key, socket), closedExpiryMs).unref();
    });
    const connection: Connection = { socket, handlers: null };
    connection.handlers = hub.join(joining, socket);
    if (connection.handlers) connections.set(key, connection);
    return connection;
  }

  return async function poll({ joining, cursor }: PollRequest) {
    const key = `${joining.projectId}:${presenceIdOf(joining.sid, joining.window)}`;
    // A client without a cursor begins again, from its own revision on.
    const known = cursor === null ? undefined : connections.get(key);
    const { socket, handlers } = known ?? connect(key, joining);
    handlers?.pong();
    const positions = positionsIn(cursor);
    const reply = await socket.poll(positions.get(socket.id) ?? 0, holdMs);
    if (reply.closeCode !== null) forget(key, socket);
    positions.delete(socket.id);
    const others = [...positions].slice(0, maxNodes - 1);
    const cursors = [[socket.id, reply.position], ...others].map((each) => each.join(':'));
    return { messages: reply.messages, closeCode: reply.closeCode, cursor: cursors.join() };
  };
}

/** Parse a cursor: the position in the connection to each node that has answered a poll. */
function positionsIn(cursor: string | null): Map<string, number> {
  const entries = (cursor ?? '').split(',').map((entry) => entry.split(':'));
  return new Map(
    entries.map(([id = '', position]) => [id, Number(position) || 0] as const).filter(([id]) => id),
  );
}
