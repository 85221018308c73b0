import { index, integer, jsonb, snakeCase, text, unique } from 'drizzle-orm/pg-core';
import type { ScriptElement, TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import type { ChangeMemo, IssuedPage, IssuedScene } from '#screenplay/issuing/changeMemo.ts';
import { issueParts } from '#screenplay/issuing/issuePrint.ts';
import type { ScriptLanguage } from '#screenplay/language/scriptLanguage.ts';
import type { RevisionSet } from '#screenplay/revisions/revisionSets.ts';
import { createdAt, emailAddress, id, oneOf } from './columns.ts';
import { scriptVersions } from './history.ts';
import { users } from './people.ts';
import { projects } from './projects.ts';

/** Revision of an issue, as it was then. */
export type IssuedRevision = Pick<RevisionSet, 'name' | 'pageColor' | 'date'>;

/**
 * Draft that was handed out (docs/decisions/0116). It is frozen: its text, page labels and revision
 * stay, and so does its version in the history.
 */
export const scriptIssues = snakeCase.table(
  'script_issues',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** From 1 in each project. */
    number: integer().notNull(),
    /** Name of the project at that time. */
    title: text().notNull(),
    /** A version that was issued cannot be deleted. Null: a server of an earlier version did. */
    versionId: integer().references(() => scriptVersions.id, { onDelete: 'set null' }),
    /** Null: the script had no revisions. */
    revision: jsonb().$type<IssuedRevision>(),
    note: text().notNull(),
    titlePage: jsonb().$type<TitlePage>().notNull(),
    format: jsonb().$type<ScriptFormat>().notNull(),
    language: text().$type<ScriptLanguage>(),
    memo: jsonb().$type<ChangeMemo>().notNull(),
    pages: jsonb().$type<IssuedPage[]>().notNull(),
    scenes: jsonb().$type<IssuedScene[]>().notNull(),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    unique('script_issues_number_key').on(t.projectId, t.number),
    index('script_issues_version_id_idx').on(t.versionId),
  ],
);

/** Elements of an issued script, in batches. */
export const issuedElements = snakeCase.table(
  'issued_elements',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    issueId: integer()
      .notNull()
      .references(() => scriptIssues.id, { onDelete: 'cascade' }),
    /** Order of the batches. */
    position: integer().notNull(),
    elements: jsonb().$type<ScriptElement[]>().notNull(),
  },
  (t) => [
    unique('issued_elements_position_key').on(t.issueId, t.position),
    index('issued_elements_project_id_idx').on(t.projectId),
  ],
);

/** Copy of an issue for one person. */
export const issuedCopies = snakeCase.table(
  'issued_copies',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    issueId: integer()
      .notNull()
      .references(() => scriptIssues.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: emailAddress(),
    /** Printed at the foot of each page. */
    code: text().notNull(),
    part: text({ enum: issueParts }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('issued_copies_part_check', t.part, issueParts),
    index('issued_copies_issue_id_idx').on(t.issueId),
    index('issued_copies_project_id_idx').on(t.projectId, t.code),
  ],
);

/** Address at which a copy can be read without an account. */
export const copyLinks = snakeCase.table(
  'copy_links',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    copyId: integer()
      .notNull()
      .references(() => issuedCopies.id, { onDelete: 'cascade' }),
    token: text().notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [unique('copy_links_copy_key').on(t.copyId), index('copy_links_project_id_idx').on(t.projectId)],
);
