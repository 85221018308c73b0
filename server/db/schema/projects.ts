import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, primaryKey, snakeCase, text, unique } from 'drizzle-orm/pg-core';
import type { TitlePage } from '#screenplay/element.ts';
import type { Paper, ScriptFormat } from '#screenplay/format.ts';
import { languageTags } from '#screenplay/language/scriptLanguage.ts';
import type { SourceExtras } from '#screenplay/screenplay.ts';
import { aiAccesses, type Brief, type CueChoice } from '#shared/contract/projects.ts';
import { invitationStatuses } from '#shared/invitationStatus.ts';
import { shareRoles } from '#shared/roles.ts';
import { createdAt, emailAddress, id, isLowerCase, moment, oneOf } from './columns.ts';
import { users } from './people.ts';

export const papers = ['letter', 'a4'] as const satisfies readonly Paper[];

export const projects = snakeCase.table(
  'projects',
  {
    id: id(),
    /** The owner. */
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text(),
    logline: text(),
    synopsis: text(),
    conceptImageUrl: text(),
    conceptImagePrompt: text(),
    conceptImageAspectRatio: text().notNull().default('16:9'),
    /** Null or "": the default template (decision OQ-38). */
    sceneImagePromptTemplate: text(),
    characterAvatarPromptTemplate: text(),
    /** Null: there is no brief. */
    brief: jsonb().$type<Brief>(),
    aiAccess: text({ enum: aiAccesses }).notNull().default('suggest'),
    /** Decisions about doubtful speaker names. */
    cueChoices: jsonb().$type<CueChoice[]>().notNull().default([]),
    /**
     * Number of the last committed change. The next change takes the next number, as
     * project_changes.rev (decision OQ-26).
     */
    revision: integer().notNull().default(0),
    /** Counter of script changes. Cached script data is valid while it is unchanged. */
    scriptRevision: integer().notNull().default(0),
    /** Null: the title page shows only the project's name. */
    titlePage: jsonb().$type<TitlePage>(),
    paper: text({ enum: papers }).notNull().default('letter'),
    /** Null: detected from the text. */
    language: text({ enum: languageTags }),
    showSceneNumbers: boolean().notNull().default(false),
    /**
     * Element settings of an imported file. Null: defaultFormat. `paper` and `showSceneNumbers`
     * override them.
     */
    format: jsonb().$type<ScriptFormat>(),
    /** Preserved content of the imported file that only its own writer understands. */
    sourceExtras: jsonb().$type<SourceExtras>(),
    /** The project is being stored in batches and is hidden. After a crash it is removed. */
    isImporting: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    oneOf('projects_paper_check', t.paper, papers),
    oneOf('projects_language_check', t.language, languageTags),
    oneOf('projects_ai_access_check', t.aiAccess, aiAccesses),
    index('projects_user_id_idx').on(t.userId, t.updatedAt),
  ],
);

/** The access list: one row per invited address (decision OQ-10). The API calls its id accessId. */
export const projectShares = snakeCase.table(
  'project_shares',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Null until accepted. */
    sharedWithUserId: text().references(() => users.id, { onDelete: 'cascade' }),
    sharedWithEmail: emailAddress().notNull(),
    role: text({ enum: shareRoles }).notNull().default('viewer'),
    status: text({ enum: invitationStatuses }).notNull().default('pending'),
    inviteToken: text(),
    invitedBy: text().references(() => users.id, { onDelete: 'set null' }),
    /** When the invitation was last sent: `invitedAt` of the access list. */
    createdAt: createdAt(),
    acceptedAt: moment(),
  },
  (t) => [
    oneOf('project_shares_role_check', t.role, shareRoles),
    oneOf('project_shares_status_check', t.status, invitationStatuses),
    isLowerCase('project_shares_email_check', t.sharedWithEmail),
    unique('project_shares_email_key').on(t.projectId, t.sharedWithEmail),
    unique('project_shares_user_key').on(t.projectId, t.sharedWithUserId),
    index('project_shares_user_id_idx').on(t.sharedWithUserId, t.status),
    index('project_shares_invite_token_idx').on(t.inviteToken),
  ],
);

/** Token and expiry of an invitation. project_shares stores the same token (decision OQ-10). */
export const projectInvitations = snakeCase.table(
  'project_invitations',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    email: emailAddress().notNull(),
    role: text({ enum: shareRoles }).notNull().default('viewer'),
    inviteToken: text().notNull().unique(),
    invitedBy: text().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: invitationStatuses }).notNull().default('pending'),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
  },
  (t) => [
    oneOf('project_invitations_role_check', t.role, shareRoles),
    oneOf('project_invitations_status_check', t.status, invitationStatuses),
    isLowerCase('project_invitations_email_check', t.email),
    unique('project_invitations_email_key').on(t.projectId, t.email),
    index('project_invitations_pending_idx').on(t.email).where(sql`${t.status} = 'pending'`),
  ],
);

/**
 * Read-only links, for readers without an account. At most one per project, created by its owner.
 */
export const readingLinks = snakeCase.table(
  'reading_links',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    token: text().notNull().unique(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [unique('reading_links_project_key').on(t.projectId)],
);

/** Log of changes for browsers that reconnect. Rows are pruned after 24 hours (decision OQ-26). */
export const projectChanges = snakeCase.table(
  'project_changes',
  {
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    rev: integer().notNull(),
    entity: text().notNull(),
    ids: jsonb().$type<number[]>().notNull(),
    /** users.id. No foreign key, because the row lives for a day only. */
    actor: text(),
    /** Id of the browser tab that made the change, chosen by the tab. */
    window: text(),
    at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.rev] }), index('project_changes_at_idx').on(t.at)],
);

/**
 * Stored files, served under /uploads/{name} (decision OQ-29). A project's file has a projectId; a
 * profile picture or a personal voice has a userId. When the owner is deleted both are null, and
 * the file is removed.
 */
export const files = snakeCase.table(
  'files',
  {
    id: id(),
    /** Random, with extension. */
    name: text().notNull().unique(),
    projectId: integer().references(() => projects.id, { onDelete: 'set null' }),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    contentType: text().notNull(),
    sizeBytes: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('files_project_id_idx').on(t.projectId),
    index('files_user_id_idx').on(t.userId),
    index('files_orphan_idx').on(t.createdAt).where(sql`${t.projectId} is null and ${t.userId} is null`),
  ],
);
