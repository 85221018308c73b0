import { z } from 'zod';
import type { Db } from '#server/db/client.ts';
import { readElements } from '#server/script/script.service.ts';
import { Element } from '#shared/contract/elements.ts';
import { type LiveServerMessage, liveCloseCodes } from '#shared/contract/live.ts';
import { Scene } from '#shared/contract/scenes.ts';
import { changesAfter, type LoggedChange, scenesById } from './live.queries.ts';
import { letGoSignedOut, refreshMemberRoles } from './memberAccess.ts';
import { type Member, messageText, sendToMember } from './members.ts';

/** Members on this node with the same open project. */
export interface LiveRoom {
  projectId: number;
  members: Set<Member>;
  /** Whether its changes are being read, and whether more may have come since. */
  isReading: boolean;
  isDue: boolean;
  /** Timer of a retry after a failure. */
  retry?: NodeJS.Timeout | undefined;
}

/** A client that missed more than this loads everything, which is cheaper. */
const maxChanges = 500;
const maxRows = 2000;

/** Send all committed changes to a room, in order. One read runs at a time. */
export async function broadcastChanges(db: Db, room: LiveRoom): Promise<void> {
  room.isDue = true;
  if (room.isReading) return;
  room.isReading = true;
  try {
    while (room.isDue) {
      room.isDue = false;
      await sendChanges(db, room);
    }
  } finally {
    room.isReading = false;
  }
}

async function sendChanges(db: Db, room: LiveRoom): Promise<void> {
  const { projectId } = room;
  // Members that join during the read may have missed more: they are next.
  const members = [...room.members];
  const known = members.flatMap(({ rev }) => (rev === null ? [] : [rev]));
  const oldest = known.length > 0 ? Math.min(...known) : 2 ** 31 - 1;
  const [found] = await Promise.all([
    changesAfter(db, projectId, oldest, maxChanges + 1),
    letGoSignedOut(db, members),
  ]);
  if (!found) {
    for (const member of members) member.letGo(liveCloseCodes.noProject, 'the project is gone');
    return;
  }
  const { revision, changes } = found;
  // Check roles first: later changes are not for users who lost access.
  if (changes.some(({ entity }) => entity === 'access')) await refreshMemberRoles(members);
  const isComplete = changes.length <= maxChanges && idsOf(changes).length <= maxRows;
  const texts = isComplete ? await messagesOf(db, projectId, changes) : [];
  for (const member of members) {
    if (member.isClosed) continue;
    const { rev } = member;
    member.rev = revision;
    if (rev === null || rev === revision) continue;
    const missed = texts.filter((message) => message.rev > rev);
    // Send only complete sequences: changes older than a day are deleted, and a later revision of
    // the browser is from before a restored backup.
    if (missed.length === revision - rev)
      for (const { text, rev: reached } of missed) sendToMember(member, text, reached);
    else sendToMember(member, messageText({ type: 'resync', rev: revision }), revision);
  }
}

function idsOf(changes: readonly LoggedChange[]): number[] {
  return changes.flatMap(({ entity, ids }) => (entity === 'element' || entity === 'scene' ? ids : []));
}

/** Convert each change to text, once for all members. */
async function messagesOf(
  db: Db,
  projectId: number,
  changes: readonly LoggedChange[],
): Promise<{ rev: number; text: string }[]> {
  const named = (entity: 'element' | 'scene') => [
    ...new Set(changes.flatMap((change) => (change.entity === entity ? change.ids : []))),
  ];
  const [elementIds, sceneIds] = [named('element'), named('scene')];
  const elements = elementIds.length > 0 ? await readElements(db, projectId, elementIds) : [];
  const scenes = sceneIds.length > 0 ? await scenesById(db, projectId, sceneIds) : [];
  const elementOf = new Map(elements.map((row) => [row.id, z.encode(Element, row)]));
  const sceneOf = new Map(scenes.map((row) => [row.id, z.encode(Scene, row)]));
  return changes.map(({ rev, entity, ids, actor, window }) => {
    const message: LiveServerMessage = {
      type: 'changed',
      rev,
      entity,
      ids,
      actorUserId: actor,
      actorWindow: window,
    };
    if (entity === 'element') message.elements = ids.flatMap((id) => elementOf.get(id) ?? []);
    if (entity === 'scene') message.scenes = ids.flatMap((id) => sceneOf.get(id) ?? []);
    return { rev, text: messageText(message) };
  });
}
