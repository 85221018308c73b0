import { act, fireEvent, screen as page, render, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, describe, expect, test } from 'vitest';
import { defaultFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Character } from '#shared/contract/characters.ts';
import { characterRow } from '#test/rows.ts';
import { scriptRows } from '#test/scriptRows.ts';
import { changeScreen, freshBrowser } from '#web/lib/testing.ts';
import { FilterBanner } from '#web/script/filter/FilterBanner.tsx';
import { FilterPanel } from '#web/script/filter/FilterPanel.tsx';
import { createMouse } from '#web/ui/reorder/testing.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { toScriptElements } from '../sheet/elementCasts.ts';
import { noFilter, type ScriptFilter } from './filter.ts';

freshBrowser();

type Script = Parameters<typeof scriptRows>[0];
type Shown = ReturnType<typeof scriptRows> & { characters: Character[] };

const ferry: Script = [
  { elementType: 'scene_heading', content: 'EXT. HARBOUR - NIGHT' },
  { elementType: 'action', content: 'Rain on black water.' },
  { elementType: 'character', content: 'MARA' },
  { elementType: 'dialogue', content: 'Forty-one. Forty-two.' },
  { elementType: 'scene_heading', content: 'INT. CAR DECK - DAY' },
  ...Array.from({ length: 40 }, () => ({ elementType: 'action', content: 'Engines.' }) as const),
  { elementType: 'character', content: "MARA (CONT'D)" },
  { elementType: 'dialogue', content: 'Two hundred and thirteen.' },
  { elementType: 'scene_heading', content: 'INT. STAIRS - CONTINUOUS' },
  { elementType: 'action', content: 'Nobody.' },
];

interface Options {
  canWrite?: boolean;
  currentIndex?: number;
  isCastEmpty?: boolean;
}

interface Seen {
  filters: ScriptFilter[];
  visited: string[];
  deleted: string[];
  moved: string[];
}

/** The panel for a script; the filter is state of its parent, as on the screen. */
function Screen({
  server,
  seen,
  canWrite = true,
  currentIndex = 0,
  lost,
}: Options & { server: Shown; seen: Seen; lost?: string }) {
  const [filter, setFilter] = useState(noFilter);
  const [kept, setScenes] = useState(server.scenes);
  const scenes = kept.filter(({ heading }) => heading !== lost);
  const shared = { scenes, sceneNumbers: sceneNumbersOf(scenes, {}), characters: server.characters, filter };
  return (
    <main>
      <FilterBanner {...shared} onClear={() => setFilter(noFilter)} />
      <FilterPanel
        {...shared}
        cueChoices={[]}
        elements={server.elements}
        pagination={paginate(toScriptElements(server.elements), defaultFormat)}
        currentSceneId={scenes[currentIndex]?.id ?? null}
        onFilter={(next) => {
          seen.filters.push(next);
          setFilter(next);
        }}
        canWrite={canWrite}
        onGoToScene={({ heading }) => seen.visited.push(heading)}
        onDeleteScene={(scene) => {
          seen.deleted.push(scene.heading);
          setScenes(scenes.filter((each) => each !== scene));
        }}
        onMoveScene={(scene, index) => {
          seen.moved.push(`${scene.heading} to ${index}`);
          setScenes(scenes.filter((each) => each !== scene).toSpliced(index, 0, scene));
        }}
      />
    </main>
  );
}

function open(script: Script = ferry, options: Options = {}) {
  const cast = [
    characterRow({ id: 91, name: 'MARA', role: 'deckhand' }),
    characterRow({ id: 92, name: 'Tobias', characterType: 'antagonist' }),
  ];
  const server = { ...scriptRows(script), characters: options.isCastEmpty ? [] : cast };
  const seen: Seen = { filters: [], visited: [], deleted: [], moved: [] };
  const screen = (lost: string) => (
    <TooltipProvider>
      <Screen server={server} seen={seen} lost={lost} {...options} />
    </TooltipProvider>
  );
  const { rerender } = render(screen('none'));
  /** Someone else deletes the scene. */
  const lose = (heading: string) => rerender(screen(heading));
  return { server, ...seen, lose, user: userEvent.setup() };
}

const rows = () => page.queryAllByRole('button').filter((button) => button.hasAttribute('data-row'));
/** The text as a screen reader announces it. */
function nameOf(element: Element | null): string {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const hidden of copy?.querySelectorAll('[aria-hidden]') ?? []) hidden.remove();
  return copy?.textContent.replace(/\s+/g, ' ').trim() ?? '';
}

const row = (name: RegExp) => page.getByRole('button', { name });
const filterOf = (scene: number) => row(new RegExp(`^Filter by scene ${scene}$`));
const banner = () => document.querySelector('p[role="status"]')?.textContent;
const tab = (name: string) => page.getByRole('tab', { name });

describe('the scenes', () => {
  test('are listed with number, heading, page and eighths', () => {
    open();
    expect(rows().map(nameOf)).toEqual([
      'Scene 1 EXT. HARBOUR - NIGHT page 1 length 1/8',
      'Scene 2 INT. CAR DECK - DAY page 1 length 1 5/8',
      'Scene 3 INT. STAIRS - CONTINUOUS page 2 length 1/8',
    ]);
    expect(page.getByText('3 scenes')).toBeTruthy();
  });

  test('have the strip of their time of day; a continuous one has that of the scene before', () => {
    open();
    const strips = rows().map((each) => each.querySelector('i')?.getAttribute('data-strip'));
    expect(strips).toEqual(['ext-night', 'int-day', 'int-day']);
  });

  test('mark the scene at the caret', () => {
    open(ferry, { currentIndex: 1 });
    expect(rows().map((each) => each.getAttribute('aria-current'))).toEqual([null, 'true', null]);
  });

  test('are gone to when clicked, which filters nothing', async () => {
    const { user, filters, visited } = open();
    await user.click(row(/CAR DECK/));
    await user.click(row(/CAR DECK/));
    expect([visited, filters]).toEqual([['INT. CAR DECK - DAY', 'INT. CAR DECK - DAY'], []]);
  });

  test('filter by their button, and no more when it is pressed again', async () => {
    const { user, filters, visited, server } = open();
    await user.click(filterOf(2));
    expect(filterOf(2).getAttribute('aria-pressed')).toBe('true');
    await user.click(filterOf(2));
    expect(filterOf(2).getAttribute('aria-pressed')).toBe('false');
    const [, deck] = server.scenes;
    expect(filters).toEqual([{ sceneId: deck?.id, characterId: null }, noFilter]);
    expect(visited).toEqual([]);
  });

  test('can be searched by number or heading', async () => {
    const { user } = open();
    await user.type(page.getByRole('searchbox', { name: 'Search scenes' }), 'deck');
    expect(rows()).toHaveLength(1);
    await user.clear(page.getByRole('searchbox'));
    await user.type(page.getByRole('searchbox'), '3');
    expect(rows().map(nameOf)).toEqual([expect.stringContaining('INT. STAIRS')]);
    await user.type(page.getByRole('searchbox'), '00');
    expect(page.getByText('No number or heading has "300".')).toBeTruthy();
  });

  test('are one stop of the Tab key; the arrow keys move between them', async () => {
    const { user, visited } = open();
    const stops = rows().filter((each) => each.tabIndex === 0);
    expect(stops).toHaveLength(1);
    act(() => stops[0]?.focus());
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(nameOf(document.activeElement)).toContain('STAIRS');
    await user.keyboard('{Home}{ArrowDown}');
    expect(nameOf(document.activeElement)).toContain('CAR DECK');
    await user.keyboard('{End}{Enter}');
    expect(visited).toEqual(['INT. STAIRS - CONTINUOUS']);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(banner()).toBe('Filtering by Scene 3');
  });

  test('explain how to create a scene when there is none', () => {
    open([], { isCastEmpty: true });
    expect(page.getByText('No scenes yet')).toBeTruthy();
    expect(page.getByText(/Type a scene heading, such as INT. KITCHEN - DAY/)).toBeTruthy();
    expect(page.getByText('0 scenes')).toBeTruthy();
  });

  test('do not explain to users who may only read how to create one', () => {
    open([], { canWrite: false });
    expect(page.getByText('Scenes appear here when the script has scene headings.')).toBeTruthy();
  });

  test('render a few rows of thousands, and End moves to the last one', async () => {
    const script = Array.from({ length: 1000 }, (_scene, index) => ({
      elementType: 'scene_heading' as const,
      content: `INT. CABIN ${index + 1} - NIGHT`,
    }));
    const { user } = open(script);
    expect(rows().length).toBeLessThan(60);
    expect(page.getByText('1000 scenes')).toBeTruthy();
    act(() => rows()[0]?.focus());
    await user.keyboard('{End}');
    expect(nameOf(document.activeElement)).toContain('Scene 1000 INT. CABIN 1000');
    expect(document.activeElement?.closest('li')?.getAttribute('aria-posinset')).toBe('1000');
    expect(rows().length).toBeLessThan(60);
  });

  test('the opening has a name, is not counted as a scene, and stays first', async () => {
    const { user } = open([{ elementType: 'action', content: 'FADE IN' }, ...ferry]);
    expect(page.getByText('3 scenes')).toBeTruthy();
    await user.click(row(/Actions for .*before the first scene/i));
    expect(page.getByRole('menuitem', { name: 'Move down' }).hasAttribute('data-disabled')).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(row(/Actions for scene 1/));
    expect(page.getByRole('menuitem', { name: 'Move up' }).hasAttribute('data-disabled')).toBe(true);
    expect(page.getByRole('menuitem', { name: 'Move down' }).hasAttribute('data-disabled')).toBe(false);
  });
});

const announced = () => document.querySelector('p[aria-live]')?.textContent;
const headings = () => rows().map((each) => /[A-Z]{3}\. [A-Z ]+\w/.exec(nameOf(each))?.[0]);

describe('the navigator', () => {
  const mouse = createMouse();
  afterAll(() => mouse.remove());

  const itemOf = (name: RegExp) => row(name).closest('li') as HTMLElement;
  /** Open the list, and wait until its rows can be dragged. */
  async function openToDrag(script?: Script) {
    const opened = open(script);
    await opened.user.hover(row(/^Scene 1 /));
    await waitFor(() => expect(announced()).toBe(''));
    return opened;
  }

  test('moves a scene by its row, and shows its length and where it lands', async () => {
    const { moved, visited, server } = await openToDrag();
    await mouse.lift(row(/CAR DECK/));
    expect(page.getByText('1 5/8 pages')).toBeTruthy();
    expect(page.queryByText('Lands here')).toBeNull();
    await mouse.moveOver(itemOf(/STAIRS/));
    expect(page.getByText('Lands here').style.top).toBe(`${3 * 31}px`);
    await mouse.drop();
    expect([moved, visited]).toEqual([['INT. CAR DECK - DAY to 2'], []]);
    expect(headings()).toEqual(['EXT. HARBOUR', 'INT. STAIRS', 'INT. CAR DECK']);
    expect(server.scenes).toHaveLength(3);
  });

  test('starts no drag at a button or in a search, and none ends before the opening', async () => {
    const { user, moved } = await openToDrag([{ elementType: 'action', content: 'FADE IN' }, ...ferry]);
    await mouse.lift(filterOf(3));
    await mouse.moveOver(itemOf(/HARBOUR/));
    await mouse.drop();
    expect(moved).toEqual([]);
    await mouse.lift(row(/STAIRS/));
    await mouse.moveOver(itemOf(/^Before/));
    await mouse.drop();
    expect(moved).toEqual(['INT. STAIRS - CONTINUOUS to 1']);
    await user.type(page.getByRole('searchbox'), '.');
    await mouse.lift(row(/STAIRS/));
    await mouse.moveOver(itemOf(/CAR DECK/));
    await mouse.drop();
    expect(moved).toHaveLength(1);
  });

  test('moves a scene by Alt and an arrow, which keeps the focus and announces the place', async () => {
    const { user, moved } = await openToDrag();
    act(() => row(/CAR DECK/).focus());
    await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
    expect(moved).toEqual(['INT. CAR DECK - DAY to 2']);
    expect(announced()).toBe('Scene 2, INT. CAR DECK - DAY, place 3 of 3');
    expect(nameOf(document.activeElement)).toContain('CAR DECK');
    expect(row(/CAR DECK/).tabIndex).toBe(0);
    await user.keyboard('{ArrowUp}');
    expect(nameOf(document.activeElement)).toContain('STAIRS');
  });

  test('moves nothing for readers', async () => {
    const { user, moved } = open(ferry, { canWrite: false });
    act(() => row(/CAR DECK/).focus());
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(moved).toEqual([]);
  });
});

describe('the menu of a scene', () => {
  test('moves it', async () => {
    const { user, moved } = open();
    await user.click(row(/Actions for scene 2/));
    await user.click(page.getByRole('menuitem', { name: 'Move up' }));
    await user.click(row(/Actions for scene 2/));
    await user.click(page.getByRole('menuitem', { name: 'Move down' }));
    expect(moved).toEqual(['INT. CAR DECK - DAY to 0', 'INT. CAR DECK - DAY to 1']);
  });

  test('offers no move past either end', async () => {
    const { user } = open();
    await user.click(row(/Actions for scene 1/));
    expect(page.getByRole('menuitem', { name: 'Move up' }).hasAttribute('data-disabled')).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(row(/Actions for scene 3/));
    expect(page.getByRole('menuitem', { name: 'Move down' }).hasAttribute('data-disabled')).toBe(true);
  });

  test('deletes it after a confirmation, and keeps the focus in the list', async () => {
    const { user, deleted } = open();
    const ask = async () => {
      await user.click(row(/Actions for scene 2/));
      await user.click(page.getByRole('menuitem', { name: 'Delete scene…' }));
      return within(page.getByRole('alertdialog', { name: 'Delete scene 2' }));
    };
    const dialog = await ask();
    expect(
      dialog.getByText(
        'Are you sure you want to delete this scene? This will also delete all script elements in this scene.',
      ),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(deleted).toEqual([]);
    await waitFor(() => expect(nameOf(document.activeElement)).toContain('CAR DECK'));
    await user.click((await ask()).getByRole('button', { name: 'Delete' }));
    expect(deleted).toEqual(['INT. CAR DECK - DAY']);
    await waitFor(() => expect(nameOf(document.activeElement)).toContain('STAIRS'));
  });

  test('is not shown to users who cannot write', () => {
    open(ferry, { canWrite: false });
    expect(page.queryByRole('button', { name: /Actions/ })).toBeNull();
  });
});

test('the focus of a removed row moves to the row in its place', async () => {
  const { user, lose } = open();
  await user.click(row(/CAR DECK/));
  expect(nameOf(document.activeElement)).toContain('CAR DECK');
  lose('INT. CAR DECK - DAY');
  expect(nameOf(document.activeElement)).toContain('STAIRS');
});

describe('the characters', () => {
  test('are listed with initial, name, type, role and share', async () => {
    const { user } = open();
    await user.click(tab('Characters'));
    expect(rows().map(nameOf)).toEqual([
      'MARA Supporting, deckhand 2 speeches 6 words',
      'Tobias Antagonist 0 speeches 0 words',
    ]);
    expect(row(/MARA/).querySelector('[aria-hidden]')?.textContent).toBe('M');
    expect(
      row(/Tobias/)
        .querySelector('[data-theme]')
        ?.getAttribute('data-theme'),
    ).toBe('red');
  });

  test.each([
    ['protagonist', 'green'],
    ['antagonist', 'red'],
    ['supporting', 'blue'],
  ] as const)('%s is %s', async (characterType, colour) => {
    const { user, server } = open();
    for (const character of server.characters) character.characterType = characterType;
    await user.click(tab('Characters'));
    expect(row(/MARA/).querySelector('[data-theme]')?.getAttribute('data-theme')).toBe(colour);
  });

  test('filter the script when clicked, instead of a scene, and clear the filter when clicked again', async () => {
    const { user, filters, server } = open();
    await user.click(filterOf(2));
    await user.click(tab('Characters'));
    await user.click(row(/MARA/));
    const [mara] = server.characters;
    expect(filters.at(-1)).toEqual({ sceneId: null, characterId: mara?.id });
    expect(banner()).toBe('Filtering by Character MARA');
    await user.click(tab('Scenes'));
    expect(filterOf(2).getAttribute('aria-pressed')).toBe('false');
    await user.click(filterOf(1));
    expect(filters.at(-1)?.characterId).toBeNull();
    await user.click(tab('Characters'));
    await user.click(row(/MARA/));
    await user.click(row(/MARA/));
    expect(filters.at(-1)).toEqual(noFilter);
  });

  test('can be searched by name or role', async () => {
    const { user } = open();
    await user.click(tab('Characters'));
    await user.type(page.getByRole('searchbox', { name: 'Search characters' }), 'DECKHAND');
    expect(rows()).toHaveLength(1);
  });

  test('explain how to create a character when there is none', async () => {
    const { user } = open(ferry, { isCastEmpty: true });
    await user.click(tab('Characters'));
    expect(page.getByText(/Write a character name above a line of dialogue/)).toBeTruthy();
  });
});

test('the arrow keys switch between the tabs Scenes and Characters', async () => {
  const { user } = open();
  await user.click(tab('Scenes'));
  await user.keyboard('{ArrowRight}');
  expect(tab('Characters').getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowLeft}');
  expect(tab('Scenes').getAttribute('aria-selected')).toBe('true');
});

test('the banner has a button that shows the whole script again', async () => {
  const { user } = open();
  expect(banner()).toBeUndefined();
  await user.click(filterOf(2));
  expect(banner()).toBe('Filtering by Scene 2');
  await user.click(page.getByRole('button', { name: 'Clear filter' }));
  expect(banner()).toBeUndefined();
  expect(filterOf(2).getAttribute('aria-pressed')).toBe('false');
});

test('rows on phones are high enough for touch', () => {
  changeScreen({ widthPx: 767 });
  open();
  expect(rows().map((each) => each.closest('li')?.style.height)).toEqual(['44px', '44px', '44px']);
  act(() => changeScreen({ widthPx: 768 }));
  expect(rows()[0]?.closest('li')?.style.height).toBe('31px');
});

test('scrolling brings the rows in between into the document', () => {
  const script = Array.from({ length: 300 }, (_scene, index) => ({
    elementType: 'scene_heading' as const,
    content: `INT. CABIN ${index + 1} - NIGHT`,
  }));
  open(script);
  const list = page.getByRole('list', { name: 'Scenes' }).parentElement;
  if (!list) throw new Error('No list');
  Object.defineProperty(list, 'clientHeight', { value: 310 });
  list.scrollTop = 31 * 150;
  fireEvent.scroll(list);
  expect(page.getByRole('button', { name: /^Scene 155 / })).toBeTruthy();
  expect(page.queryByRole('button', { name: /^Scene 50 / })).toBeNull();
  // The row that Tab reaches is never removed.
  expect(page.getByRole('button', { name: /^Scene 1 / })).toBeTruthy();
});

test('the column of numbers is as wide as the longest one', () => {
  const script = Array.from(
    { length: 120 },
    (_, index) => ({ elementType: 'scene_heading', content: `INT. CABIN ${index} - DAY` }) as const,
  );
  open(script);
  const list = page.getByRole('list', { name: 'Scenes' });
  expect(list.style.getPropertyValue('--number-letters')).toBe('3');
});
