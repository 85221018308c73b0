import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { emptyTitlePage } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { openDatabase } from '#server/db/client.ts';
import { storeScreenplay } from '#server/importing/store.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { LiveClientMessage, LiveServerMessage } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { signIn } from '#test/app.ts';
import { anEmptyPostgres } from '#test/db.ts';
import { startServer } from '#test/e2e/server.ts';
import { aShare, aUser } from '#test/factories.ts';
import { benchScript } from '../browser.ts';
import type { Keys, Typist } from './typists.ts';

/** The real server with one script, and people who may write in it. */
export interface Room {
  url: string;
  pid: number;
  address: string;
  code: string;
  /** The session of each. */
  sessions: readonly string[];
  elements: readonly Element[];
  stop(): Promise<void>;
}

/** On the embedded database, or on the Postgres of this address. */
export async function openRoom(size: number, people: number, postgresUrl?: string): Promise<Room> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-together-'));
  const database = postgresUrl === undefined ? null : await anEmptyPostgres(postgresUrl);
  const { db, close } = await openDatabase({ databaseUrl: database?.url ?? null, dataDir });
  const owner = await aUser(db);
  const screenplay = {
    ...{ titlePage: emptyTitlePage, elements: benchScript(size), format: defaultFormat, source: null },
  };
  const { projectId } = await storeScreenplay(db, owner.id, `${size}`, screenplay, []);
  const sessions = [await signIn(db, owner.id)];
  while (sessions.length < people) {
    const user = await aUser(db);
    await aShare(db, { id: projectId }, user, { role: 'editor' });
    sessions.push(await signIn(db, user.id));
  }
  await close();
  const server = await startServer('embedded', {
    DATA_DIR: dataDir,
    ...(database ? { DATABASE_URL: database.url } : {}),
  });
  const code = encodeProjectId(projectId);
  const list = await fetch(`${server.url}/api/projects/${code}/script-elements`, {
    headers: { cookie: `sid=${sessions[0]}` },
  });
  return {
    ...{ url: server.url, pid: server.pid, address: `${server.url}/projects/${code}/script`, code, sessions },
    elements: (await list.json()) as Element[],
    stop: async () => {
      await server.stop();
      await database?.drop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Somebody in the room who types, and hears what the others type. */
export interface OurTypist extends Typist {
  /** Failures, in words. */
  failures: string[];
  close(): void;
}

/**
 * Type as the page does: drafts are sent live, and stored by a call when a line is left; then the
 * next line begins.
 */
export async function ourTypist(room: Room, index: number, keys: Keys, saves: Keys): Promise<OurTypist> {
  const headers = { cookie: `sid=${room.sessions[index]}` };
  const since = await revisionOf(room, headers);
  const url = `${room.url.replace('http', 'ws')}/api/projects/${room.code}/live?since=${since}`;
  const socket = new WebSocket(url, { headers });
  const failures: string[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as LiveServerMessage;
    if (message.type === 'draft' && message.text !== null)
      keys.seen(message.elementId ?? 0, message.text.length);
    if (message.type === 'changed')
      for (const { id, content } of message.elements ?? []) saves.seen(id, content.length);
  });
  socket.on('close', (code) => failures.push(`a socket was closed with ${code}`));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const say = (word: LiveClientMessage) => socket.send(JSON.stringify(word));
  let place = 0;
  return {
    failures,
    type(line, text) {
      if (place !== line) say({ type: 'here', view: 'script', elementId: line });
      place = line;
      say({ ...draftOf(line), text, caret: text.length });
    },
    async leave(line, content) {
      saves.typed(line, content);
      const answer = await fetch(`${room.url}/api/script-elements/${line}`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      }).catch((error: unknown) => ({ ok: false, status: String(error) }));
      if (!answer.ok) failures.push(`a save was answered ${answer.status}`);
    },
    close() {
      socket.removeAllListeners('close');
      socket.close();
    },
  };
}

const draftOf = (elementId: number) =>
  ({ type: 'draft', elementId, afterId: null, elementType: 'action' }) as const;

async function revisionOf(room: Room, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${room.url}/api/projects/${room.code}/scenes`, { headers });
  await answer.arrayBuffer();
  return Number(answer.headers.get('x-revision'));
}
