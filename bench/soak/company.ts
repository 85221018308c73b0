import { and, eq } from 'drizzle-orm';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import type { UserRow } from '#server/auth/accounts.ts';
import type { Db } from '#server/db/client.ts';
import { acts } from '#server/db/schema/planning.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import { storeScreenplay } from '#server/importing/store.ts';
import { signIn } from '#test/app.ts';
import { aShare, aUser } from '#test/factories.ts';
import { nightFerryScript } from '#test/world.ts';

/** Somebody who is signed in and works on a project with others. */
export interface Member {
  projectId: number;
  session: string;
  /** Lines that nobody else changes. */
  elementIds: Set<number>;
  mayWrite: boolean;
}

const roomSize = 5;
/** About 40 pages. */
const repeats = 80;

/** Create users in projects of five: the owner, three editors, and one commenter. */
export async function companyOf(db: Db, people: number): Promise<Member[]> {
  const members: Member[] = [];
  while (members.length < people) {
    const size = Math.min(roomSize, people - members.length);
    const users = await Promise.all(Array.from({ length: size }, () => aUser(db, { credits: 500 })));
    members.push(...(await aRoom(db, users)));
  }
  return members;
}

async function aRoom(db: Db, [owner, ...others]: UserRow[]): Promise<Member[]> {
  if (!owner) return [];
  const [title = '', ...scenes] = nightFerryScript.split(/\n\n(?=EXT\.)/);
  const script = parseFountain([title, ...Array<string>(repeats).fill(scenes.join('\n\n'))].join('\n\n'));
  if (!script.ok) throw new Error(script.message);
  const { projectId } = await storeScreenplay(db, owner.id, 'Night Ferry', script.screenplay, script.notes);
  await db.insert(acts).values({ projectId, number: 1, title: 'Departure', orderIndex: 0 });
  const users = [owner, ...others];
  const isLine = and(eq(scriptElements.projectId, projectId), eq(scriptElements.elementType, 'action'));
  const lines = await db.select({ id: scriptElements.id }).from(scriptElements).where(isLine);
  return Promise.all(
    users.map(async (user, place): Promise<Member> => {
      const isLast = place === roomSize - 1;
      const role = isLast ? 'commenter' : 'editor';
      if (user !== owner) await aShare(db, { id: projectId }, user, { role });
      const session = await signIn(db, user.id);
      const mine = lines.filter((_line, index) => index % users.length === place);
      return { projectId, session, elementIds: new Set(mine.map(({ id }) => id)), mayWrite: !isLast };
    }),
  );
}
