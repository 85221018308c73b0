import { and, eq } from 'drizzle-orm';
import { characterNamesOf } from '#screenplay/cue.ts';
import type { ElementType } from '#screenplay/element.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import type { UserRow } from '#server/auth/accounts.ts';
import type { Db } from '#server/db/client.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { projectShares, projects } from '#server/db/schema/projects.ts';
import { characters } from '#server/db/schema/script.ts';
import { storeScreenplay } from '#server/importing/store.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import { encodeProjectId } from '#shared/projectId.ts';

/**
 * The users of tests, end-to-end tests and demos. Ada is an administrator if ADMIN_EMAILS contains
 * her address.
 */
const testUsers = {
  olive: { firstName: 'Olive', lastName: 'Owner' },
  eddie: { firstName: 'Eddie', lastName: 'Editor' },
  cora: { firstName: 'Cora', lastName: 'Commenter' },
  vic: { firstName: 'Vic', lastName: 'Viewer' },
  ada: { firstName: 'Ada', lastName: 'Admin' },
  sam: { firstName: 'Sam', lastName: 'Stranger' },
  nell: { firstName: 'Nell', lastName: 'Nothing' },
} as const;

export type Name = keyof typeof testUsers;

/** They have answered the question of the first start. */
const answered = { elementKeys: 'cycle' } as const;

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
  /** Night Ferry, owned by Olive. */
  project: ProjectRow;
  /** Its URL in the API: /api/projects/P…. */
  projectUrl: string;
};

export type ScriptLine = readonly [ElementType, string];

interface WorldOptions {
  /** Host of all mail addresses. */
  host?: string;
  /** The script, instead of Night Ferry's. */
  lines?: readonly ScriptLine[] | undefined;
}

/** Create the users, and Night Ferry shared among them. Everyone except Nell has credits. */
export async function aWorld(db: Db, { host = 'example.com', lines }: WorldOptions = {}): Promise<World> {
  const people = await createUsers(db, host);
  const project = await nightFerry(db, people.olive, lines);
  const accepted = Object.entries(shares).map(([name, role]) => {
    const { id, email } = people[name as keyof typeof shares];
    const status = 'accepted' as const;
    return { projectId: project.id, sharedWithUserId: id, sharedWithEmail: email, status, role };
  });
  await db.insert(projectShares).values(accepted);
  return { ...people, project, projectUrl: `/api/projects/${encodeProjectId(project.id)}` };
}

/** Create the users in two statements, because every web test creates them. */
async function createUsers(db: Db, host: string): Promise<Record<Name, UserRow>> {
  const names = Object.keys(testUsers) as Name[];
  const rows = await db
    .insert(users)
    .values(
      names.map((name) => {
        const email = `${name}@${host}`;
        return { email, creditBalance: creditsOf(name), ...answered, ...testUsers[name] };
      }),
    )
    .returning();
  const people = Object.fromEntries(names.map((name, index) => [name, rows[index]])) as Record<Name, UserRow>;
  const granted = names.filter((name) => creditsOf(name) > 0);
  await db.insert(creditTransactions).values(
    granted.map((name) => ({
      userId: people[name].id,
      type: 'admin_grant' as const,
      amount: creditsOf(name),
      creditsAfter: creditsOf(name),
      description: 'Welcome',
    })),
  );
  return people;
}

function creditsOf(name: Name): number {
  return name === 'nell' ? 0 : 500;
}

/** Create Night Ferry for an owner, with its script or another. */
export async function nightFerry(db: Db, owner: UserRow, lines?: readonly ScriptLine[]): Promise<ProjectRow> {
  const script = parseFountain(nightFerryScript);
  if (!script.ok) throw new Error(script.message);
  const elements = lines?.map(([elementType, content]) => {
    return { elementType, content, dual: null, originalType: null, extras: null };
  });
  const screenplay = elements ? { ...script.screenplay, elements } : script.screenplay;
  const { projectId } = await storeScreenplay(db, owner.id, 'Night Ferry', screenplay, script.notes);
  const [project] = await db.select().from(projects).where(eq(projects.id, projectId));
  if (!project) throw new Error('Night Ferry was not stored');
  // Tests expect the characters in order of appearance. An import sorts them by role size.
  for (const [displayOrder, name] of characterNamesOf(screenplay.elements).entries()) {
    await db
      .update(characters)
      .set({ displayOrder })
      .where(and(eq(characters.projectId, projectId), eq(characters.name, name)));
  }
  return project;
}
