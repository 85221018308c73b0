import { expect, test } from 'vitest';
import { upgraded } from '#test/upgrade.ts';

test('comments of an older database know whether they stand on an element', async () => {
  const comments = await upgraded(
    '"was_on_element"',
    `
    insert into users (id, email) values ('olive', 'olive@example.com');
    insert into projects (user_id, name) values ('olive', 'Night Ferry');
    insert into scenes (project_id, scene_number, heading) values (1, 1, 'EXT. HARBOUR - NIGHT');
    insert into script_elements (project_id, scene_id, element_type, content, order_index)
      values (1, 1, 'scene_heading', 'EXT. HARBOUR - NIGHT', 10);
    insert into comments (project_id, script_element_id, content) values (1, 1, 'Darker.'), (1, null, 'Shorter?');
    `,
    'select content, was_on_element from comments order by id',
  );
  expect(comments).toEqual([
    { content: 'Darker.', was_on_element: true },
    { content: 'Shorter?', was_on_element: false },
  ]);
});
