import { eq } from 'drizzle-orm';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import type { Db } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import { storeScreenplay } from '#server/importing/store.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { aShare, aUser, type ProjectRow, type UserRow } from './factories.ts';

/** The cast of tests, journeys and demos. Ada administers when ADMIN_EMAILS names her. */
const cast = {
  olive: { firstName: 'Olive', lastName: 'Owner' },
  eddie: { firstName: 'Eddie', lastName: 'Editor' },
  cora: { firstName: 'Cora', lastName: 'Commenter' },
  vic: { firstName: 'Vic', lastName: 'Viewer' },
  ada: { firstName: 'Ada', lastName: 'Admin' },
  sam: { firstName: 'Sam', lastName: 'Stranger' },
  nell: { firstName: 'Nell', lastName: 'Nothing' },
} as const;

export type Name = keyof typeof cast;

const shares = { eddie: 'editor', cora: 'commenter', vic: 'viewer' } as const;

/** Two scenes, thirteen elements, two characters. */
export const nightFerryScript = `Title: Night Ferry
Credit: Written by
Author: Olive Owner

EXT. HARBOUR - NIGHT

Rain on black water. A ferry strains at her ropes.

MARA
Forty-one. Forty-two.

TOBIAS
(waving a wet ticket)
Wait! I have a ticket!

INT. CAR DECK - LATER

Engines. TOBIAS finds her between two vans.

TOBIAS (CONT'D)
You count everything?

CUT TO:
`;

export type World = Record<Name, UserRow> & {
  /** Night Ferry, Olive's. */
  project: ProjectRow;
  /** Its address in the API: /api/projects/P…. */
  projectUrl: string;
};

/** The cast, and Night Ferry shared among them. Everybody has credits but Nell. */
export async function aWorld(db: Db): Promise<World> {
  const people = {} as Record<Name, UserRow>;
  for (const name of Object.keys(cast) as Name[]) {
    const credits = name === 'nell' ? 0 : 500;
    people[name] = await aUser(db, { email: `${name}@example.com`, credits, ...cast[name] });
  }
  const project = await nightFerry(db, people.olive);
  for (const [name, role] of Object.entries(shares))
    await aShare(db, project, people[name as keyof typeof shares], { role });
  return { ...people, project, projectUrl: `/api/projects/${encodeProjectId(project.id)}` };
}

/** Night Ferry with its script, of that owner. */
export async function nightFerry(db: Db, owner: UserRow): Promise<ProjectRow> {
  const script = parseFountain(nightFerryScript);
  if (!script.ok) throw new Error(script.message);
  const { projectId } = await storeScreenplay(db, owner.id, 'Night Ferry', script.screenplay, script.notes);
  const [project] = await db.select().from(projects).where(eq(projects.id, projectId));
  if (!project) throw new Error('Night Ferry was not stored');
  return project;
}
