import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, test } from 'vitest';
import { migrationsFolder } from '#server/db/client.ts';

test('comments of an older database know whether they stand on an element', async () => {
  const names = fs.readdirSync(migrationsFolder).sort();
  const sqlOf = (name: string) => fs.readFileSync(path.join(migrationsFolder, name, 'migration.sql'), 'utf8');
  const older = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-migrations-'));
  const added = names.findIndex((name) => sqlOf(name).includes('"was_on_element"'));
  for (const name of names.slice(0, added)) {
    fs.cpSync(path.join(migrationsFolder, name), path.join(older, name), { recursive: true });
  }
  const pglite = new PGlite();
  const db = drizzle({ client: pglite });
  await migrate(db, { migrationsFolder: older });
  await pglite.exec(`
    insert into users (id, email) values ('olive', 'olive@example.com');
    insert into projects (user_id, name) values ('olive', 'Night Ferry');
    insert into scenes (project_id, scene_number, heading) values (1, 1, 'EXT. HARBOUR - NIGHT');
    insert into script_elements (project_id, scene_id, element_type, content, order_index)
      values (1, 1, 'scene_heading', 'EXT. HARBOUR - NIGHT', 10);
    insert into comments (project_id, script_element_id, content) values (1, 1, 'Darker.'), (1, null, 'Shorter?');
  `);
  await migrate(db, { migrationsFolder });
  const { rows } = await pglite.query('select content, was_on_element from comments order by id');
  expect(rows).toEqual([
    { content: 'Darker.', was_on_element: true },
    { content: 'Shorter?', was_on_element: false },
  ]);
  await pglite.close();
  fs.rmSync(older, { recursive: true });
});
