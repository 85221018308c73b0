import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { livingSessions } from '#server/lib/endedSessions.ts';
import { liveCloseCodes } from '#shared/contract/live.ts';
import type { Member } from './members.ts';

/** Roles that are read at once. Each takes a statement. */
const rolesAtOnce = 20;

/** Close the tabs whose session has ended. */
export async function letGoSignedOut(db: Db, members: readonly Member[]): Promise<void> {
  const living = await livingSessions(
    db,
    members.map(({ sid }) => sid),
  );
  for (const member of members)
    if (!living.has(member.sid)) member.letGo(liveCloseCodes.signedOut, 'the session has ended');
}

/**
 * Close the tabs of users who may not see the project any more, and update the roles of the others.
 */
export async function refreshMemberRoles(members: Iterable<Member>): Promise<void> {
  const all = [...members];
  for (let from = 0; from < all.length; from += rolesAtOnce)
    await Promise.all(all.slice(from, from + rolesAtOnce).map(refreshRole));
}

async function refreshRole(member: Member): Promise<void> {
  const role = await member.findRole();
  if (role === null) member.letGo(liveCloseCodes.noAccess, 'no access any more');
  else member.role = role;
}

interface AccessDeps {
  db: Db;
  log: Logger;
  rooms: ReadonlyMap<number, { members: ReadonlySet<Member> }>;
}

/**
 * Create a function that checks the sessions and roles of all members, one room after another, so
 * that calls do not wait behind the statements of thousands of members. One check runs at a time.
 */
export function createAccessCheck({ db, log, rooms }: AccessDeps): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    for (const { members } of [...rooms.values()])
      try {
        // A session that has ended is not a lost role, so look for that first.
        await letGoSignedOut(db, [...members]);
        await refreshMemberRoles(members);
      } catch (error) {
        log.warn({ err: error }, 'roles could not be read');
      }
    isRunning = false;
  };
}
