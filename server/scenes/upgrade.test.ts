import { expect, test } from 'vitest';
import { migrateFrom } from '#test/upgrade.ts';

test('migration removes the number of the opening, and the first heading becomes scene 1', async () => {
  const scenes = await migrateFrom(
    'table openings',
    `
    insert into users (id, email) values ('olive', 'olive@example.com');
    insert into projects (user_id, name) values ('olive', 'Night Ferry'), ('olive', 'No Opening');
    insert into scenes (project_id, scene_number, heading)
      values (1, 1, ''), (1, 2, 'EXT. HARBOUR - NIGHT'), (1, 3, 'INT. FERRY'), (2, 1, ''), (2, 2, 'INT. FERRY');
    insert into script_elements (project_id, scene_id, element_type, content, order_index)
      values (1, 1, 'transition', 'FADE IN:', 10), (1, 2, 'scene_heading', 'EXT. HARBOUR - NIGHT', 20),
        (1, 3, 'scene_heading', 'INT. FERRY', 30), (2, 4, 'scene_heading', '', 10), (2, 5, 'scene_heading', 'INT. FERRY', 20);
    `,
    'select project_id, scene_number, heading from scenes order by id',
  );
  expect(scenes).toEqual([
    { project_id: 1, scene_number: 0, heading: '' },
    { project_id: 1, scene_number: 1, heading: 'EXT. HARBOUR - NIGHT' },
    { project_id: 1, scene_number: 2, heading: 'INT. FERRY' },
    // A heading that says nothing yet is a scene all the same.
    { project_id: 2, scene_number: 1, heading: '' },
    { project_id: 2, scene_number: 2, heading: 'INT. FERRY' },
  ]);
});
