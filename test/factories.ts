import { randomUUID } from 'node:crypto';
import type { Db } from '#server/db/client.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { betaSignups, userInvitations, users } from '#server/db/schema/people.ts';
import { projectInvitations, projectShares, projects } from '#server/db/schema/projects.ts';
import { characters, scenes, scriptElements } from '#server/db/schema/script.ts';

/**
 * Every factory creates the parent rows that its row needs, unless they are passed. It accepts any
 * other column.
 */
type Columns<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

let counter = 0;
/** Return a name that is unique in this process. */
const uniqueName = (kind: string) => `${kind}${++counter}`;
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000);

/** Create a user, with credits if requested. The ledger gets the matching row. */
export async function aUser(
  db: Db,
  { credits = 0, ...columns }: Columns<typeof users> & { credits?: number } = {},
) {
  const [user] = await db
    .insert(users)
    .values({ email: `${uniqueName('writer')}@example.com`, creditBalance: credits, ...columns })
    .returning();
  if (credits > 0) {
    await db.insert(creditTransactions).values({
      userId: required(user).id,
      type: 'admin_grant',
      amount: credits,
      creditsAfter: credits,
      description: 'Welcome',
    });
  }
  return required(user);
}

export async function aProject(db: Db, columns: Columns<typeof projects> = {}) {
  const userId = columns.userId ?? (await aUser(db)).id;
  const [project] = await db
    .insert(projects)
    .values({ name: 'Night Ferry', ...columns, userId })
    .returning();
  return required(project);
}

/** Create an accepted share, unless another status is passed. */
export async function aShare(
  db: Db,
  project: { id: number },
  user: { id: string; email: string },
  columns: Columns<typeof projectShares> = {},
) {
  const [share] = await db
    .insert(projectShares)
    .values({
      projectId: project.id,
      sharedWithUserId: user.id,
      sharedWithEmail: user.email,
      status: 'accepted',
      ...columns,
    })
    .returning();
  return required(share);
}

export async function aScene(db: Db, columns: Columns<typeof scenes> = {}) {
  const projectId = columns.projectId ?? (await aProject(db)).id;
  const [scene] = await db
    .insert(scenes)
    .values({ heading: 'INT. CAR DECK - NIGHT', sceneNumber: 1, ...columns, projectId })
    .returning();
  return required(scene);
}

export async function anElement(db: Db, columns: Columns<typeof scriptElements> = {}) {
  const scene =
    columns.sceneId === undefined || columns.projectId === undefined
      ? await aScene(db, columns.projectId === undefined ? {} : { projectId: columns.projectId })
      : { id: columns.sceneId, projectId: columns.projectId };
  const [element] = await db
    .insert(scriptElements)
    .values({
      elementType: 'scene_heading',
      content: 'INT. CAR DECK - NIGHT',
      orderIndex: 10,
      ...columns,
      projectId: scene.projectId,
      sceneId: scene.id,
    })
    .returning();
  return required(element);
}

export async function aCharacter(db: Db, columns: Columns<typeof characters> = {}) {
  const projectId = columns.projectId ?? (await aProject(db)).id;
  const [character] = await db
    .insert(characters)
    .values({ name: 'MARA', ...columns, projectId })
    .returning();
  return required(character);
}

/** Create an invitation to the product, open for a week. */
export async function anInvitation(db: Db, columns: Columns<typeof userInvitations> = {}) {
  const [invitation] = await db
    .insert(userInvitations)
    .values({
      email: `${uniqueName('guest')}@example.com`,
      inviteToken: randomUUID(),
      expiresAt: inAWeek(),
      ...columns,
    })
    .returning();
  return required(invitation);
}

/** Create an invitation to a project, open for a week. */
export async function aProjectInvitation(db: Db, columns: Columns<typeof projectInvitations> = {}) {
  const projectId = columns.projectId ?? (await aProject(db)).id;
  const [invitation] = await db
    .insert(projectInvitations)
    .values({
      email: `${uniqueName('guest')}@example.com`,
      inviteToken: randomUUID(),
      expiresAt: inAWeek(),
      ...columns,
      projectId,
    })
    .returning();
  return required(invitation);
}

export async function aBetaApplication(db: Db, columns: Columns<typeof betaSignups> = {}) {
  const [signup] = await db
    .insert(betaSignups)
    .values({
      email: `${uniqueName('guest')}@example.com`,
      firstName: 'Greta',
      lastName: 'Guest',
      role: 'screenwriter',
      experience: 'beginner',
      reason: 'I write on ferries.',
      ...columns,
    })
    .returning();
  return required(signup);
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('INSERT returned no row');
  return row;
}
