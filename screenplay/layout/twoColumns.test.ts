import { expect, test } from 'vitest';
import { action, cue, dialogueLine, heading, paren } from '#test/script.ts';
import { defaultFormat } from '../format.ts';
import { paginate } from './paginate.ts';
import { placePage } from './place.ts';
import { inTwoColumns } from './twoColumns.ts';

const script = [
  heading('INT. RASOI - RAAT'),
  action('Tobias puts the lamp on the table and looks at the door for a long time.'),
  cue('MARA'),
  paren('(quietly)'),
  dialogueLine('We have counted two hundred and thirteen of them, twice.'),
];

test('sets action at the left and speeches at the right, and headings over both', () => {
  const format = inTwoColumns(defaultFormat);
  const runs = placePage(paginate(script, format), 0);
  const columnOf = (text: string) => runs.find((run) => run.text.startsWith(text))?.xPoints;
  expect(['INT.', 'Tobias', 'MARA', '(quietly)', 'We have'].map(columnOf)).toEqual([108, 108, 324, 342, 324]);
  const widest = Math.max(...runs.filter(({ xPoints }) => xPoints === 108).map(({ text }) => text.length));
  expect(widest).toBeLessThanOrEqual(28);
});

test('leaves the styles of the other types and the format itself unchanged', () => {
  const { styles, ...rest } = inTwoColumns(defaultFormat);
  const { styles: before, ...restBefore } = defaultFormat;
  expect(rest).toEqual(restBefore);
  expect(styles['Scene Heading']).toBe(before['Scene Heading']);
  expect(before.Action?.rightInches).toBe(7.5);
});
