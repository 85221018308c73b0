import { expect, test } from 'vitest';
import { migrateFrom } from '#test/upgrade.ts';

test('migration marks comments of an older database that were on an element', async () => {
  const comments = await migrateFrom(
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

test('migration adds parentheses to parentheticals and moves comments along', async () => {
  const marked = await migrateFrom(
    'table bare',
    `
    insert into users (id, email) values ('olive', 'olive@example.com');
    insert into projects (user_id, name) values ('olive', 'Night Ferry'), ('olive', 'In Order');
    insert into scenes (project_id, scene_number, heading) values (1, 1, ''), (2, 1, '');
    insert into script_elements (project_id, scene_id, element_type, content, order_index) values
      (1, 1, 'parenthetical', 'very quietly', 10), (1, 1, 'parenthetical', '*sotto* voce)', 20),
      (1, 1, 'parenthetical', ' (to Mara) and on ', 30), (1, 1, 'parenthetical', '(unasked', 40),
      (1, 1, 'parenthetical', '_(beat)_', 50), (1, 1, 'action', 'Rain.', 60), (1, 1, 'parenthetical', '', 70),
      (2, 2, 'parenthetical', '(waving)', 10);
    insert into comments (project_id, script_element_id, content, selected_text, selection_start, selection_end) values
      (1, 1, 'Why?', 'quietly', 5, 12), (1, 2, 'Why?', 'voce', 6, 10), (1, 3, 'Why?', 'Mara', 5, 9),
      (1, 4, 'Why?', 'unasked', 1, 8), (1, 6, 'Why?', 'Rain', 0, 4), (1, 1, 'On all of it.', null, null, null),
      (2, 8, 'Why?', 'waving', 1, 7);
    `,
    `select e.content, c.selected_text, c.selection_start as start, c.selection_end as end, p.script_revision as revision
      from script_elements e join projects p on p.id = e.project_id left join comments c on c.script_element_id = e.id
      order by e.id, c.id`,
  );
  expect(marked).toEqual([
    { content: '(very quietly)', selected_text: 'quietly', start: 6, end: 13, revision: 1 },
    { content: '(very quietly)', selected_text: null, start: null, end: null, revision: 1 },
    { content: '(*sotto* voce)', selected_text: 'voce', start: 7, end: 11, revision: 1 },
    { content: '((to Mara) and on)', selected_text: 'Mara', start: 5, end: 9, revision: 1 },
    { content: '(unasked)', selected_text: 'unasked', start: 1, end: 8, revision: 1 },
    { content: '_(beat)_', selected_text: null, start: null, end: null, revision: 1 },
    { content: 'Rain.', selected_text: 'Rain', start: 0, end: 4, revision: 1 },
    { content: '', selected_text: null, start: null, end: null, revision: 1 },
    { content: '(waving)', selected_text: 'waving', start: 1, end: 7, revision: 0 },
  ]);
});
