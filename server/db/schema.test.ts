import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect } from 'vitest';
import { databaseTest as test } from '#test/serverTest.ts';
import { rows } from './client.ts';
import * as activity from './schema/activity.ts';
import * as ai from './schema/ai.ts';
import * as backup from './schema/backup.ts';
import * as billing from './schema/billing.ts';
import * as history from './schema/history.ts';
import * as issues from './schema/issues.ts';
import * as jobs from './schema/jobs.ts';
import * as payments from './schema/payments.ts';
import * as people from './schema/people.ts';
import * as planning from './schema/planning.ts';
import * as projects from './schema/projects.ts';
import * as script from './schema/script.ts';
import * as spending from './schema/spending.ts';
import * as tension from './schema/tension.ts';
import * as usage from './schema/usage.ts';

const tables = [
  activity,
  ai,
  backup,
  billing,
  history,
  issues,
  jobs,
  payments,
  people,
  planning,
  projects,
  script,
  spending,
  tension,
  usage,
]
  .flatMap((file) => Object.values<unknown>(file))
  .filter((value) => is(value, PgTable))
  .map(getTableConfig);

test('schema contains every table of both documents and of the decisions', async () => {
  expect(tables.map(({ name }) => name).sort()).toEqual(
    [
      'acts ai_disclosures ai_pricing_history ai_requests ai_service_pricing ai_usage_logs',
      'ai_usage_sums backup_runs beta_signups characters comments conversation_messages conversations copy_links',
      'credit_days credit_transactions custom_voices dictionary_words files film_jobs issued_copies issued_elements',
      'login_tokens outbox outlines payment_events payment_reversals payment_transactions plan_deletions project_changes project_invitations project_shares',
      'projects reading_links reconciliations scene_summaries scenes scheduled_jobs script_elements script_history',
      'script_issues script_moves script_places script_requests script_versions sequences server_keys sessions',
      'spending_limits spending_months story_beats system_metrics tension_points test_payments user_activity_logs',
      'user_ai_usage user_invitations users',
    ]
      .join(' ')
      .split(' '),
  );
});

test('migrations create the tables of the schema', async ({ database }) => {
  const made = await rows<{ column: string; nullable: string }>(
    database.db,
    sql`select table_name || '.' || column_name as column, is_nullable as nullable
      from information_schema.columns where table_schema = 'public'`,
  );
  const described = tables.flatMap((table) =>
    table.columns.map((column) => ({
      column: `${table.name}.${column.name}`,
      nullable: column.notNull || column.primary ? 'NO' : 'YES',
    })),
  );
  const inOrder = (list: typeof made) => list.map((entry) => `${entry.column} ${entry.nullable}`).sort();
  expect(inOrder(made)).toEqual(inOrder(described));
});

test('columns are snake_case and properties are their camelCase', () => {
  for (const table of tables)
    for (const column of table.columns) expect(column.name).toMatch(/^[a-z]+(_[a-z0-9]+)*$/);
});

test('tables that are listed by project have an index that starts with the project', () => {
  const withProject = tables.filter((table) => table.columns.some((column) => column.name === 'project_id'));
  for (const table of withProject) {
    const firsts = [
      ...table.indexes.map((index) => index.config.columns[0]),
      ...table.uniqueConstraints.map((constraint) => constraint.columns[0]),
      ...table.primaryKeys.map((key) => key.columns[0]),
    ].map((column) => (column && 'name' in column ? column.name : null));
    expect(firsts, table.name).toContain('project_id');
  }
});

test('rows of a project contain its id or refer to a row that does, so that projects can be distributed', () => {
  const inProject = new Set(['projects']);
  for (const { name, columns } of tables)
    if (columns.some((column) => column.name === 'project_id')) inProject.add(name);
  for (let size = 0; size < inProject.size; ) {
    size = inProject.size;
    for (const { name, foreignKeys } of tables)
      if (foreignKeys.some((key) => inProject.has(getTableConfig(key.reference().foreignTable).name)))
        inProject.add(name);
  }
  const others = tables.map(({ name }) => name).filter((name) => !inProject.has(name));
  expect(others.sort()).toEqual(
    [
      'ai_pricing_history ai_service_pricing ai_usage_sums backup_runs beta_signups credit_days custom_voices',
      'login_tokens outbox payment_events payment_reversals payment_transactions reconciliations scheduled_jobs',
      'server_keys sessions system_metrics test_payments user_ai_usage user_invitations users',
    ]
      .join(' ')
      .split(' '),
  );
});

test('foreign keys declare what happens when their target is deleted', () => {
  for (const table of tables)
    for (const key of table.foreignKeys)
      expect(key.onDelete, `${table.name} → ${getTableConfig(key.reference().foreignTable).name}`).toMatch(
        /^(cascade|set null|restrict)$/,
      );
});
