import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { emptyBrief } from '#shared/contract/projects.ts';
import { freshBrowser, priced, rejection } from '#web/lib/testing.ts';
import { firstShown } from './ContextGroup.tsx';
import { invalidateContext } from './contextKey.data.ts';
import { AssistantServer, aContext, aPart, contextPath, openAssistant } from './testing.tsx';

freshBrowser();

const user = userEvent.setup();
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const line = () => button(/^(Sends |Context for the assistant)/);
const list = () => screen.getByRole('region', { name: 'Context for the assistant' });
const box = (name: RegExp) => within(list()).getByRole<HTMLInputElement>('checkbox', { name });
const boxes = () => within(list()).getAllByRole<HTMLInputElement>('checkbox');

/** Create a server whose project has parts of every kind. */
function nightFerry(): AssistantServer {
  const server = new AssistantServer();
  server.parts = [
    aPart('brief', 'Project brief', { size: 300 }),
    aPart('plan', 'Acts and beats', { size: 200 }),
    aPart('notes', 'Notes of scenes', { size: 50 }),
    aPart('character', 'MARA', { form: 'part', size: 120 }),
    aPart('character', 'TOBIAS', { size: 80 }),
    aPart('scene', '1. INT. CAR DECK - NIGHT', { size: 1240 }),
    aPart('scene', '2. EXT. QUAY - DAWN', { form: 'summary', size: 90 }),
    aPart('scene', '3. INT. BRIDGE - DAY', { form: 'heading', size: 20 }),
    aPart('scene', '4. INT. SALOON - DAY', { form: 'no_room', size: 0 }),
  ];
  return server;
}

function withScenes(count: number): AssistantServer {
  const server = new AssistantServer();
  server.parts = Array.from({ length: count }, (_, i) => aPart('scene', `Scene ${i + 1}.`));
  return server;
}

async function openList(server = nightFerry(), props: Parameters<typeof openAssistant>[1] = {}) {
  const opened = openAssistant(server, props);
  await screen.findByRole('button', { name: /^Sends / });
  await user.click(line());
  return opened;
}

describe('the line above the chat', () => {
  test('shows the parts that the next question sends, their size and the limit', async () => {
    openAssistant(nightFerry());
    const text =
      'Sends 2 scenes, 1 heading, 2 characters, the brief, the plan, notes · 2,100 of 20,000 characters';
    expect(await screen.findByRole('button', { name: text })).toBe(line());
    expect(line().getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('region', { name: 'Context for the assistant' })).toBeNull();
  });

  test('fetches once while it is closed, for any selection, and keeps the result', async () => {
    const server = nightFerry();
    const { change } = openAssistant(server);
    await screen.findByRole('button', { name: /^Sends 2 scenes/ });
    vi.useFakeTimers();
    change({ context: aContext() });
    change({ context: aContext({ elementId: 8 }) });
    act(() => vi.advanceTimersByTime(60_000));
    vi.useRealTimers();
    expect([server.previewed, line().textContent?.slice(0, 14)]).toEqual([[[]], 'Sends 2 scenes']);
    await user.click(line());
    await waitFor(() => expect(server.previewed).toHaveLength(2));
    expect(server.sent.at(-1)).toMatchObject({ path: contextPath, body: { selectedElement: { id: 8 } } });
  });

  test('says that the project is empty', async () => {
    await openList(new AssistantServer());
    expect(line().textContent).toBe('Sends no context · 0 of 20,000 characters');
    expect(list().textContent).toContain('The project is empty');
  });

  test('is hidden from viewers', () => {
    const server = nightFerry();
    openAssistant(server, { role: 'viewer' });
    expect(screen.queryByRole('button', { name: /given/ })).toBeNull();
    expect(server.previewed).toEqual([]);
  });

  test('offers a retry when the context could not be read', async () => {
    const server = nightFerry();
    server.instead = ({ path }) => (path === contextPath ? rejection(500, 'Broken') : undefined);
    openAssistant(server);
    await user.click(button('Context for the assistant'));
    expect(
      within(await screen.findByRole('alert')).getByText('The context could not be loaded.'),
    ).toBeTruthy();
    server.instead = null;
    await user.click(button('Try again'));
    expect(await screen.findByRole('button', { name: /^Sends 2 scenes/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the list of sent parts', () => {
  test('has every part by kind, with its form and its size', async () => {
    await openList();
    expect(line().getAttribute('aria-expanded')).toBe('true');
    expect(list().id).toBe(line().getAttribute('aria-controls'));
    const groups = within(list()).getAllByRole('group');
    const texts = groups.map((group) =>
      within(group)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    );
    expect(groups.map((group) => group.querySelector('legend')?.textContent)).toEqual([
      'Brief',
      'Plan',
      'Notes',
      'Characters',
      'Scenes',
    ]);
    expect(texts).toEqual([
      ['Project brief in full, 300 characters'],
      ['Acts and beats in full, 200 characters'],
      ['Notes of scenes in full, 50 characters'],
      ['MARA in part, 120 characters', 'TOBIAS in full, 80 characters'],
      [
        '1. INT. CAR DECK - NIGHT in full, 1,240 characters',
        '2. EXT. QUAY - DAWN in one or two sentences, 90 characters',
        '3. INT. BRIDGE - DAY heading only, 20 characters',
        '4. INT. SALOON - DAY no room',
      ],
    ]);
    expect(boxes().every(({ checked }) => checked)).toBe(true);
  });

  test('excludes parts from every call, and includes them again', async () => {
    const server = nightFerry();
    const { change } = await openList(server);
    await user.click(box(/^MARA/));
    await user.click(box(/^1\. INT/));
    expect([box(/^MARA/).checked, box(/^MARA taken out$/).checked]).toEqual([false, false]);
    // One call for both.
    await waitFor(() => expect(line().textContent).toContain('2 taken out'));
    expect(server.previewed).toEqual([[], ['character:MARA', 'scene:1. INT. CAR DECK - NIGHT']]);
    expect(line().textContent).toContain('Sends 1 scene, 1 heading, 1 character, ');

    await user.click(button('What could happen next?'));
    await waitFor(() => expect(server.asked).toHaveLength(1));
    // The list closes to make room for the answer.
    expect(line().getAttribute('aria-expanded')).toBe('false');
    const leaveOut = ['character:MARA', 'scene:1. INT. CAR DECK - NIGHT'];
    expect(server.asked[0]?.body).toEqual({ message: 'What could happen next?', leaveOut });
    await act(async () => server.reply.done('Rain.'));

    change({ tab: 'suggestions' });
    expect(screen.getByText(/^Without /).textContent).toBe(
      'Without 2 parts of the project that you took out in the Assistant tab.',
    );
    await user.click(button('Suggest improvements'));
    await waitFor(() => expect(server.sent.at(-1)?.body).toEqual({ leaveOut }));

    change({ tab: 'chat' });
    await user.click(line());
    await user.click(box(/^MARA/));
    expect([box(/^MARA/).checked, box(/^1\. INT/).checked]).toEqual([true, false]);
    await waitFor(() => expect(server.previewed.at(-1)).toEqual(['scene:1. INT. CAR DECK - NIGHT']));
  });

  test('includes everything again with one press', async () => {
    const server = nightFerry();
    await openList(server);
    expect(button('Give everything').disabled).toBe(true);
    await user.click(button('Exclude all: Scenes'));
    expect(boxes().filter(({ checked }) => !checked)).toHaveLength(4);
    expect(button('Include all: Scenes')).toBeTruthy();
    await user.click(box(/^MARA/));
    await user.click(button('Give everything'));
    expect(boxes().every(({ checked }) => checked)).toBe(true);
    await user.type(screen.getByRole('textbox'), 'How?{Enter}');
    await waitFor(() => expect(server.asked[0]?.body).toEqual({ message: 'How?' }));
  });

  test('counts excluded parts even if the list is closed at once', async () => {
    const server = nightFerry();
    await openList(server);
    await user.click(box(/^TOBIAS/));
    await user.click(line());
    await waitFor(() => expect(line().textContent).toContain('1 taken out'));
  });

  test('keeps exclusions per project until the page is closed', async () => {
    const server = nightFerry();
    const { change, close } = await openList(server);
    await user.click(box(/^MARA/));
    change({ tab: 'suggestions' });
    change({ tab: 'chat' });
    await user.click(line());
    expect(box(/^MARA/).checked).toBe(false);
    close();
    await openList(server);
    expect(box(/^MARA/).checked).toBe(true);
  });

  test('refetches on changes of the selection and the script while it is open', async () => {
    const server = nightFerry();
    const { change, client } = await openList(server);
    change({ context: aContext({ elementId: 8 }) });
    await waitFor(() => expect(server.previewed).toHaveLength(2));
    await screen.findByRole('region', { name: 'Context for the assistant', busy: false });
    server.parts = [];
    act(() => invalidateContext(client, 1));
    await waitFor(() => expect(line().textContent).toContain('no context'));
  });

  test('refetches after a change of the script only when it is opened', async () => {
    const server = nightFerry();
    const { client } = openAssistant(server);
    await screen.findByRole('button', { name: /^Sends 2 scenes/ });
    act(() => invalidateContext(client, 1));
    expect(server.previewed).toHaveLength(1);
    await user.click(line());
    await waitFor(() => expect(server.previewed).toHaveLength(2));
  });

  test.each([
    [20, false],
    [21, true],
  ])('with %i scenes, has a filter: %s', async (count, hasFilter) => {
    await openList(withScenes(count));
    expect(within(list()).queryByRole('searchbox') !== null).toBe(hasFilter);
  });

  test('can be filtered by name', async () => {
    const server = withScenes(30);
    server.parts.push(aPart('character', 'SEVEN OF SCENE 7.'));
    await openList(server);
    const filter = within(list()).getByRole('searchbox', { name: 'Filter the context' });
    await user.type(filter, ' scene 7. ');
    expect(boxes().map(({ labels }) => labels?.[0]?.textContent)).toEqual([
      'SEVEN OF SCENE 7. in full, 100 characters',
      'Scene 7. in full, 100 characters',
    ]);
    expect(within(list()).getByRole('status').textContent).toBe('2 of 31');
    await user.type(filter, 'x');
    expect(within(list()).queryByRole('checkbox')).toBeNull();
    expect(list().textContent).toContain('No matches.');
  });

  test('shows the first of 300 scenes, and the others on a press', async () => {
    await openList(withScenes(300));
    expect(boxes()).toHaveLength(firstShown);
    await user.click(button('Show all 300 scenes'));
    expect(boxes()).toHaveLength(300);
    expect(document.activeElement).toBe(boxes()[firstShown]);
  });

  test('shows long names and markup as text', async () => {
    const server = new AssistantServer();
    const name = `<img src=x onerror="alert(1)">${'x'.repeat(200)}`;
    server.parts = [aPart('scene', name)];
    await openList(server);
    expect(list().querySelector('img')).toBeNull();
    expect(list().textContent).toContain(name);
  });

  test('can be operated by keyboard', async () => {
    await openList();
    expect(document.activeElement).toBe(line());
    box(/^TOBIAS/).focus();
    await user.keyboard(' ');
    expect([box(/^TOBIAS/).checked, document.activeElement === box(/^TOBIAS/)]).toEqual([false, true]);
  });
});

test('the open list replaces the empty state of the chat', async () => {
  openAssistant(nightFerry());
  expect(await screen.findByText('Ask about your script')).toBeTruthy();
  await screen.findByRole('button', { name: /^Sends / });
  await user.click(line());
  expect(screen.queryByText('Ask about your script')).toBeNull();
});

describe('the recipient', () => {
  test('says that the text leaves the server and that the owner can read it', async () => {
    const server = nightFerry();
    server.ai = priced;
    await openList(server);
    expect(list().textContent).toContain(
      'Goes to gpt-test. The owner of the project can read what was sent.',
    );
  });

  test('is not named for the built-in engine', async () => {
    await openList();
    expect(list().textContent).not.toContain('Goes to');
  });
});

describe('the price of the question', () => {
  test('is the price of the sent parts once it is known', async () => {
    const server = nightFerry();
    server.ai = priced;
    server.questionPrice = { upTo: 0.07 };
    openAssistant(server);
    expect(await screen.findByText('Up to 0.07 credits')).toBeTruthy();
    expect(screen.queryByText('Up to 0.12 credits')).toBeNull();
  });

  test('is the general price while the known price is for another context', async () => {
    const server = nightFerry();
    server.ai = priced;
    server.questionPrice = { upTo: 0.07 };
    const { change, client } = openAssistant(server);
    await screen.findByText('Up to 0.07 credits');
    change({ context: aContext() });
    expect(screen.getByText('Up to 0.12 credits')).toBeTruthy();
    await user.click(line());
    expect(await screen.findByText('Up to 0.07 credits')).toBeTruthy();
    await user.click(line());
    act(() => invalidateContext(client, 1));
    expect(await screen.findByText('Up to 0.12 credits')).toBeTruthy();
  });
});

describe('the brief', () => {
  test.each(['owner', 'editor'] as const)('is linked for the %s, with a note when it is empty', (role) => {
    openAssistant(nightFerry(), { role });
    const link = screen.getByRole('link', { name: 'Project brief' });
    expect(link.getAttribute('href')).toBe('/projects/PrQTbI/project-settings#brief');
    expect(link.parentElement?.textContent).toBe(
      'Project brief is empty. Its text is sent with every question.',
    );
  });

  test('adds no note when the brief is written', () => {
    openAssistant(nightFerry(), { brief: { ...emptyBrief, tone: 'Dry.' } });
    expect(screen.getByRole('link', { name: 'Project brief' }).parentElement?.textContent).toBe(
      'Project brief',
    );
  });

  test('treats white space as an empty brief', () => {
    openAssistant(nightFerry(), { brief: { ...emptyBrief, tone: ' \n' } });
    expect(screen.getByText(/is empty/)).toBeTruthy();
  });

  test('is not linked for users who cannot edit it', () => {
    openAssistant(nightFerry(), { role: 'commenter' });
    expect(screen.queryByRole('link', { name: 'Project brief' })).toBeNull();
  });
});
