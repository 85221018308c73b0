import { setImmediate } from 'node:timers/promises';
import { and, eq, lt, sql } from 'drizzle-orm';
import { emptyTitlePage, type TitlePage } from '#screenplay/element.ts';
import { defaultFormat, defaultSceneContinueds, type ScriptFormat } from '#screenplay/format.ts';
import { formatInLanguage } from '#screenplay/language/formatInLanguage.ts';
import { inTwoColumns } from '#screenplay/layout/twoColumns.ts';
import { draftOfRunning, runningOfDraft } from '#screenplay/runningDraft.ts';
import { numberPlacesOn } from '#screenplay/sceneNumbers.ts';
import { defaultRunning, type RunningText } from '#screenplay/setText.ts';
import { currentTitleSection } from '#screenplay/titleChange.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { aiRequests } from '#server/db/schema/ai.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { issuedElements } from '#server/db/schema/issues.ts';
import { projects } from '#server/db/schema/projects.ts';
import { comments, scenes, scriptElements } from '#server/db/schema/script.ts';
import { forbidden, notFound } from '#server/lib/errors.ts';
import { changeProject, publishProjectChange } from '#server/lib/projectChange.ts';
import { findScriptPlace } from '#server/script/scriptPlaces.service.ts';
import { type Storage, urlsOfProject } from '#server/storage/storage.ts';
import type { ScriptPlace } from '#shared/contract/projects.ts';
import { type Brief, type createProject, emptyBrief, type updateProject } from '#shared/contract/projects.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { may, type Role } from '#shared/roles.ts';
import { type ProjectRow, projectById } from './projects.queries.ts';

/**
 * Return the format of a project's script: imported element settings with the project's own
 * choices.
 */
export function formatOfProject(
  project: Pick<ProjectRow, 'format' | 'paper' | 'language' | 'showSceneNumbers' | 'titlePage' | 'name'>,
): ScriptFormat {
  const { format } = project;
  const titleSection =
    format?.titleSection && currentTitleSection(format.titleSection, titlePageOfProject(project));
  const inLanguage = formatInLanguage(format ?? defaultFormat, project.language);
  return {
    ...(inLanguage.hasTwoColumns ? inTwoColumns(inLanguage) : inLanguage),
    ...(titleSection && { titleSection }),
    paper: project.paper,
    sceneNumbersShown: project.showSceneNumbers,
  };
}

/** Return the title page. Before the writer edits it, it shows the project's name. */
export function titlePageOfProject(project: Pick<ProjectRow, 'titlePage' | 'name'>): TitlePage {
  return project.titlePage ?? { ...emptyTitlePage, title: project.name };
}

/** Return a project as the API does, with the role and the script place of the user. */
export function projectReply(project: ProjectRow, role: Role, scriptPlace: ScriptPlace | null) {
  return {
    ...project,
    ownerId: project.userId,
    role,
    format: formatOfProject(project),
    titlePage: titlePageOfProject(project),
    brief: project.brief ?? emptyBrief,
    scriptPlace,
  };
}

/** Return the project as stored, for features that work on the whole script. */
export async function projectRow(db: Db, projectId: number): Promise<ProjectRow> {
  const project = await projectById(db, projectId);
  if (!project) throw notFound('Project');
  return project;
}

export async function readProject(db: Db, where: { projectId: number; userId: string }, role: Role) {
  return projectReply(await projectRow(db, where.projectId), role, await findScriptPlace(db, where));
}

export async function addProject(
  db: Db,
  userId: string,
  { name, description }: HandlerInput<typeof createProject>['body'],
) {
  const [project] = await db
    .insert(projects)
    .values({ userId, name, description: description ?? null })
    .returning();
  if (!project) throw new Error('The database gave no row for a new project');
  return projectReply(project, 'owner', null);
}

/**
 * Change fields of a project. All or none: throws forbidden if the caller may not change one of
 * them.
 */
export async function changeProjectFields(
  db: Db,
  where: { projectId: number; userId: string },
  role: Role,
  { brief, ...body }: HandlerInput<typeof updateProject>['body'],
) {
  const { header, footer, showOutline, hasTwoColumns, sceneNumberSides, showSceneContinueds, ...patch } =
    body;
  if (patch.aiAccess !== undefined && !may(role, 'own'))
    throw forbidden('Only the owner of a project decides what AI may do in it.');
  const fields = brief === undefined ? patch : { ...patch, brief: storedBrief(brief) };
  const formatChange = {
    ...{ header, footer, showOutline, hasTwoColumns },
    ...{ sceneNumberSides, showSceneContinueds },
  };
  await changeProject(db, where, async (change) => {
    const isChanged = Object.values(formatChange).some((value) => value !== undefined);
    const format = isChanged
      ? changedFormat(await projectRow(change.tx, where.projectId), formatChange)
      : undefined;
    await change.tx
      .update(projects)
      .set({ ...fields, ...(format && { format }) })
      .where(eq(projects.id, where.projectId));
    change.changed('project', [where.projectId]);
  });
  return readProject(db, where, role);
}

type FormatChange = Pick<
  HandlerInput<typeof updateProject>['body'],
  'header' | 'footer' | 'showOutline' | 'hasTwoColumns' | 'sceneNumberSides' | 'showSceneContinueds'
>;

/** Return the format with other settings. Unchanged parts of header and footer keep their style. */
function changedFormat(
  project: ProjectRow,
  {
    header,
    footer,
    showOutline,
    hasTwoColumns,
    sceneNumberSides,
    showSceneContinueds: isShown,
  }: FormatChange,
): ScriptFormat {
  const format = project.format ?? defaultFormat;
  const before = format.running ?? defaultRunning;
  const changed = (text: RunningText, change: typeof header): RunningText => {
    if (!change) return text;
    const { isVisible, isOnFirstPage, ...draft } = change;
    const { left, center, right } = draftOfRunning(text);
    const isSame = left === draft.left && center === draft.center && right === draft.right;
    return { paragraphs: isSame ? text.paragraphs : runningOfDraft(draft), isVisible, isOnFirstPage };
  };
  const running = {
    ...before,
    header: changed(before.header, header),
    footer: changed(before.footer, footer),
  };
  return {
    ...format,
    ...((header || footer) && { running }),
    ...(showOutline !== undefined && { outlineHidden: !showOutline }),
    ...(hasTwoColumns !== undefined && { hasTwoColumns }),
    ...(isShown !== undefined && {
      sceneContinueds: {
        ...(format.sceneContinueds ?? defaultSceneContinueds),
        isBottomShown: isShown,
        isTopShown: isShown,
      },
    }),
    ...(sceneNumberSides && { sceneNumberPlaces: numberPlacesOn(sceneNumberSides, format) }),
  };
}

/** Return the brief with trimmed fields. Null: all fields are empty. */
function storedBrief({ premise, tone, rules, constants }: Brief): Brief | null {
  const brief = {
    premise: premise.trim(),
    tone: tone.trim(),
    rules: rules.trim(),
    constants: constants.trim(),
  };
  return Object.values(brief).every((part) => part === '') ? null : brief;
}

/** Delete a project with its contents; logs and ledger entries stay without it (decision OQ-33). */
export async function removeProject(
  { db, storage }: { db: Db; storage: Storage },
  projectId: number,
): Promise<void> {
  const urls = await urlsOfProject(db, projectId);
  // Hide the project first. If the process crashes, removeBrokenImports deletes the rest.
  await db.update(projects).set({ isImporting: true }).where(eq(projects.id, projectId));
  await discardProject(db, projectId);
  publishProjectChange(db, projectId);
  await storage.discard(urls);
}

/** Delete a hidden project in batches. */
export async function discardProject(db: Db, projectId: number): Promise<void> {
  await emptyProject(db, projectId);
  await db.transaction(async (tx) => {
    // A finishing AI call locks its own row first and then the project: the other order would
    // deadlock.
    await tx
      .select({ id: aiRequests.id })
      .from(aiRequests)
      .where(eq(aiRequests.projectId, projectId))
      .for('update');
    await tx.delete(projects).where(eq(projects.id, projectId));
  });
}

/** Rows deleted by one statement, which takes some milliseconds on the embedded database. */
const deleteBatchSize = 250;

/**
 * Delete most rows of a project in batches, so that other calls can run in between and the deletion
 * of the project's row is fast.
 */
export async function emptyProject(db: Db, projectId: number): Promise<void> {
  for (const table of [scriptHistory, comments, issuedElements, scriptElements, scenes]) {
    for (let isEmpty = false; !isEmpty; await setImmediate()) {
      const broken = await rows(
        db,
        sql`delete from ${table} where id = any(array(
              select id from ${table} where project_id = ${projectId} limit ${deleteBatchSize}
            )) returning 1`,
      );
      isEmpty = broken.length < deleteBatchSize;
    }
  }
}

/** Delete hidden projects that crashed imports and deletions have left. No import takes an hour. */
export async function removeBrokenImports(db: Db): Promise<void> {
  const broken = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.isImporting, true), lt(projects.createdAt, sql`now() - interval '1 hour'`)));
  for (const { id } of broken) await discardProject(db, id);
}
