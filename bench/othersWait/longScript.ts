import { parseFountain } from '#screenplay/fountain/parse.ts';
import type { Db } from '#server/db/client.ts';
import { storeScreenplay } from '#server/importing/store.ts';
import { signIn } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { createFuzzProject, type FuzzProject } from '#test/fuzz/ground.ts';

/** Project with a script of 9.5 MB, and sessions. */
export interface LongScript {
  project: FuzzProject;
  adminEmail: string;
  cookies: Record<'owner' | 'admin' | 'other', string>;
}

/** Bytes of a script in Fountain: the maximum that can be imported is 10 MB. */
const sizeBytes = 9_500_000;

const scene = (n: number) =>
  `INT. CAR DECK ${n} - NIGHT\n\n${'Rain on black water. A ferry strains at her ropes. '.repeat(11)}\n\n` +
  `MARA\nForty-one. Forty-two. ${n}.\n\nTOBIAS\n(waving a wet ticket)\nWait! I have a ticket!\n\n`;

/** Create the script with rows of every kind in its project, an administrator and another user. */
export async function createLongScript(db: Db): Promise<LongScript> {
  const project = await createFuzzProject(db, async (_, owner) => {
    const count = Math.floor(sizeBytes / scene(10_000).length);
    const text = Array.from({ length: count }, (_each, n) => scene(n)).join('');
    const script = parseFountain(text);
    if (!script.ok) throw new Error(script.message);
    const { projectId } = await storeScreenplay(db, owner.id, 'Night Ferry', script.screenplay, script.notes);
    return { id: projectId };
  });
  const admin = await aUser(db);
  const other = await aUser(db);
  const cookieOf = async (userId: string) => `sid=${await signIn(db, userId)}`;
  return {
    project,
    adminEmail: admin.email ?? '',
    cookies: {
      owner: await cookieOf(project.people.owner.id),
      admin: await cookieOf(admin.id),
      other: await cookieOf(other.id),
    },
  };
}
