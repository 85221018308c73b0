import { cleanup, screen as page, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { defaultFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { aBrowser } from '#test/browser.ts';
import { uploadRequest } from '#test/upload.ts';
import type { ScriptLine } from '#test/world.ts';
import { atTheCast, choose, openCast } from '#web/characters/testing.tsx';
import { atTheIdea, openIdea } from '#web/idea/testing.tsx';
import { freshBrowser } from '#web/lib/testing.ts';
import { openPlan } from '#web/planning/testing.tsx';
import { openScenes } from '#web/scenes/testing.tsx';
import { FilterPanel } from '#web/script/filter/FilterPanel.tsx';
import { ReportsDialog } from '#web/script/reports/ReportsDialog.tsx';
import { noFilter } from '#web/scriptEditor/rows/filter.ts';
import { toScriptElements } from '#web/scriptEditor/sheet/elementCasts.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';

freshBrowser();

/*
 * A script with an opening in which a character speaks and appears. Every screen and answer counts
 * three scenes (decision OQ-99), and a joint cue counts for both characters.
 */
const lines: ScriptLine[] = [
  ['action', 'FADE IN: MARA waits.'],
  ['character', 'MARA'],
  ['dialogue', 'Before all scenes.'],
  ['scene_heading', 'EXT. HARBOUR - NIGHT'],
  ['character', 'MARA'],
  ['dialogue', 'Forty-one.'],
  ['scene_heading', 'INT. CAR DECK - LATER'],
  ['character', 'TOBIAS'],
  ['dialogue', 'You count everything?'],
  ['scene_heading', 'EXT. SEA - DAWN'],
  ['character', 'MARA AND TOBIAS'],
  ['dialogue', 'Everything.'],
];
const together = { key: 'MARA AND TOBIAS', choice: 'together' as const, people: ['MARA', 'TOBIAS'] };

async function atThreeScenes() {
  const browser = await atTheCast({ lines });
  const { as, people } = browser;
  await as('olive').patch(people.projectUrl, { cueChoices: [together] });
  const read = async (path = '') => (await as('olive').get(`${people.projectUrl}${path}`)).json();
  const project: Project = await read();
  const [elements, scenes]: [Element[], Scene[]] = [await read('/script-elements'), await read('/scenes')];
  return { browser: { ...browser, project }, project, elements, scenes, read };
}

test('the Scene Manager and the storyboard count three scenes, and list characters separately', async () => {
  const { browser } = await atThreeScenes();
  await openScenes(browser);
  expect(await page.findByText('3 scenes, 1 page')).toBeTruthy();
  const last = page.getByText('EXT. SEA - DAWN').closest('li');
  expect(last?.textContent).toContain('MARA, TOBIAS');
  cleanup();
  await openScenes(browser, '?view=storyboard');
  expect(await page.findByText('3 scenes, 1 page')).toBeTruthy();
});

test('planning and the idea count three scenes', async () => {
  const { browser } = await atThreeScenes();
  const { user } = openPlan(browser);
  await user.click(await page.findByRole('button', { name: 'Begin with a structure' }));
  expect(await page.findByRole('checkbox', { name: /^Put the 3 scenes of the script/ })).toBeTruthy();
  cleanup();
  openIdea({ ...(await atTheIdea({ lines })) });
  expect(await page.findByText('3 scenes')).toBeTruthy();
});

test('the cast counts scenes without the opening, and joint cues for each character', async () => {
  const { user } = await openCast((await atThreeScenes()).browser);
  expect(await page.findByText('3 speeches')).toBeTruthy();
  await choose(user, 'MARA', 'Edit');
  const part = within(await page.findByRole('region', { name: 'In the script' }));
  expect(part.getByText('Scenes').nextSibling?.textContent).toBe('2');
  expect(part.getByText(/^Speaks in 2 of 3 scenes\./)).toBeTruthy();
});

test('the reports and the navigator of the script count three scenes and two characters', async () => {
  const { project, elements, scenes, read } = await atThreeScenes();
  const sceneNumbers = sceneNumbersOf(scenes, {});
  const pagination = paginate(toScriptElements(elements), defaultFormat);
  const { cueChoices } = project;
  const shared = { cueChoices, pagination, sceneNumbers };
  const nothing = () => {};
  const shown = render(<ReportsDialog {...shared} onGo={nothing} onClose={nothing} />);
  const overview = within(page.getByRole('tabpanel', { name: 'Overview' }));
  expect(overview.getByText('Scenes').nextSibling?.textContent).toBe('3');
  expect(overview.getByText('Speaking parts').nextSibling?.textContent).toBe('2');
  const user = userEvent.setup();
  await user.click(page.getByRole('tab', { name: 'Characters' }));
  const row = page.getByRole('row', { name: /MARA/ });
  expect([...row.querySelectorAll('th, td')].map(({ textContent }) => textContent).slice(0, 4)).toEqual([
    'MARA',
    '3',
    '5',
    '2',
  ]);
  shown.unmount();
  render(
    <TooltipProvider>
      <FilterPanel
        {...shared}
        scenes={scenes}
        elements={elements}
        characters={await read('/characters')}
        filter={noFilter}
        currentSceneId={null}
        onFilter={nothing}
        canWrite
        onGoToScene={nothing}
        onDeleteScene={nothing}
        onMoveScene={nothing}
      />
    </TooltipProvider>,
  );
  expect(page.getByText('3 scenes')).toBeTruthy();
});

test('imports, summaries and answers count three scenes', async () => {
  const { as, people } = await aBrowser({ lines });
  const olive = as('olive');
  await olive.patch(people.projectUrl, { cueChoices: [together] });
  const fountain = (await olive.get(`${people.projectUrl}/export/fountain`)).body;
  const imported = (await olive.inject(uploadRequest('three.fountain', fountain))).json();
  expect(imported.counts.scenes).toBe(3);
  expect((await olive.get(`${people.projectUrl}/scene-summaries`)).json()).toMatchObject({ scenes: 3 });
  for (const [message, answer] of [
    ['How many scenes are there?', 'has 3 scenes'],
    ['How often does Tobias speak?', '2 speeches'],
    ['How many scenes is Mara in?', '2 scenes'],
    ['What could happen next?', '3 scenes on'],
  ] as const) {
    const reply = (await olive.post(`${people.projectUrl}/ai-chat`, { message })).json();
    expect([message, reply.message.content]).toEqual([message, expect.stringContaining(answer)]);
  }
});
