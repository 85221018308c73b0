import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { elementTypes } from '#screenplay/element.ts';
import { quickPrompts } from '#screenplay/quickPrompts.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { builtIn, freshBrowser, json, logged, priced, rejection } from '#web/lib/testing.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { conversationsQuery } from './assistant.data.ts';

import {
  AssistantServer,
  aContext,
  aConversation,
  aMessage,
  aSuggestion,
  chatPath,
  openAssistant,
} from './testing.tsx';

freshBrowser();
beforeEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

const user = userEvent.setup();
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ask the assistant' });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const log = () => screen.getByRole('log');
const toasts = () => currentToasts().filter(({ isOpen }) => isOpen);
const thinking = () => screen.queryByText('Thinking');

async function askFor(server: AssistantServer, text: string): Promise<void> {
  const before = server.replies.length;
  await user.type(input(), `${text}{Enter}`);
  await waitFor(() => expect(server.replies.length).toBe(before + 1));
}

const outOfCredits = (): Response =>
  json({ code: 'out_of_credits', message: "You're out of credits.", required: 6, creditBalance: 0 }, 402);

describe('a question', () => {
  test('streams the answer, and shows Thinking until its first part arrives', async () => {
    const server = new AssistantServer();
    const { client } = openAssistant(server);
    await askFor(server, 'Who speaks most?');
    expect(server.asked[0]?.body).toEqual({ message: 'Who speaks most?' });
    expect(server.asked[0]?.headers.get('accept')).toBe('text/event-stream');
    expect(within(log()).getByText('Who speaks most?')).toBeTruthy();
    expect(thinking()).toBeTruthy();
    await act(async () => server.reply.say('Mara '));
    expect(await within(log()).findByText('Mara')).toBeTruthy();
    expect(thinking()).toBeNull();
    await act(async () => server.reply.say('does.'));
    expect(await within(log()).findByText('Mara does.')).toBeTruthy();
    await act(async () => server.reply.done('Mara does.'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
    expect(within(log()).getAllByText('Mara does.')).toHaveLength(1);
    expect(client.getQueryData(currentUserQuery.queryKey)?.creditBalance).toBe(411.5);
  });

  test('reads an answer whose events are split at any byte', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await askFor(server, 'Who?');
    const event = `: kept alive\n\nevent: delta\ndata: ${JSON.stringify({ text: 'Zoë 🚢 sails.' })}\n\n`;
    await act(async () => {
      for (const piece of event) server.reply.raw(piece);
    });
    expect(await within(log()).findByText('Zoë 🚢 sails.')).toBeTruthy();
  });

  test('continues the conversation of the previous answer', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await askFor(server, 'One?');
    await act(async () => server.reply.done('Yes.', { conversationId: 50 }));
    await screen.findByText('Yes.');
    await askFor(server, 'Two?');
    expect(server.asked[1]?.body).toEqual({ message: 'Two?', conversationId: 50 });
    const keys = server.asked.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    expect(keys).not.toContain(null);
  });

  test('carries the selected element and the selected text', async () => {
    const server = new AssistantServer();
    openAssistant(server, { context: aContext({ selectedText: 'one suitcase' }) });
    await askFor(server, 'Why one?');
    expect(server.asked[0]?.body).toEqual({
      message: 'Why one?',
      selectedElement: {
        id: 7,
        elementType: 'dialogue',
        content: 'She came aboard with *one suitcase*.',
        characterName: 'TOBIAS',
      },
      selectedText: 'one suitcase',
    });
  });

  test.each(['', ' ', ' \n\t '])('is not sent when it is only white space (%j)', async (text) => {
    const server = new AssistantServer();
    openAssistant(server);
    await user.click(input());
    fireEvent.change(input(), { target: { value: text } });
    expect(button('Send').disabled).toBe(true);
    await user.keyboard('{Enter}');
    expect(server.asked).toEqual([]);
  });

  test('is not sent while an answer is pending', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await askFor(server, 'One?');
    expect(input().readOnly).toBe(true);
    for (const prompt of quickPrompts.general) expect(button(prompt).disabled).toBe(true);
    fireEvent.change(input(), { target: { value: 'Two?' } });
    fireEvent.keyDown(input(), { key: 'Enter' });
    expect(server.asked).toHaveLength(1);
    await act(async () => server.reply.done('Yes.'));
    await waitFor(() => expect(input().readOnly).toBe(false));
    expect(document.activeElement).toBe(input());
  });

  test('is sent with Enter, and Shift+Enter inserts a line break', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await user.type(input(), 'One.{Shift>}{Enter}{/Shift}Two.');
    expect([input().value, server.asked]).toEqual(['One.\nTwo.', []]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.asked[0]?.body).toEqual({ message: 'One.\nTwo.' }));
    expect(input().value).toBe('');
  });

  test('is not sent with the Enter that ends a composition', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await user.type(input(), '船');
    fireEvent.keyDown(input(), { key: 'Enter', isComposing: true });
    // Safari sends this event after the composition has ended.
    fireEvent.keyDown(input(), { key: 'Enter', keyCode: 229, isComposing: false });
    expect([input().value, input().readOnly, server.asked]).toEqual(['船', false, []]);
  });

  test('is rejected before it is sent if it has more than 8,000 characters', () => {
    const server = new AssistantServer();
    openAssistant(server);
    fireEvent.change(input(), { target: { value: 'x'.repeat(8001) } });
    expect(screen.getByRole('alert').textContent).toBe('8,001 characters. The maximum is 8,000.');
    fireEvent.keyDown(input(), { key: 'Enter' });
    expect([button('Send').disabled, server.asked]).toEqual([true, []]);
  });

  test('is answered while the panel is closed', async () => {
    const server = new AssistantServer();
    const { change } = openAssistant(server);
    await askFor(server, 'One?');
    change({ tab: 'suggestions' });
    await act(async () => server.reply.done('Yes.', { suggestions: [aSuggestion({ description: 'Less' })] }));
    expect(await screen.findByText('Less')).toBeTruthy();
    change({ tab: 'chat' });
    expect(within(log()).getByText('Yes.')).toBeTruthy();
  });
});

describe('an answer', () => {
  test('is shown as text, markup included', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    const hostile = '<img src=x onerror="alert(1)"> **bold** <script>alert(2)</script>';
    await askFor(server, '<b>One?</b>');
    await act(async () => server.reply.say(hostile));
    expect(await within(log()).findByText(hostile)).toBeTruthy();
    await act(async () => server.reply.done(hostile));
    await waitFor(() => expect(input().readOnly).toBe(false));
    expect(within(log()).getByText(hostile)).toBeTruthy();
    expect(within(log()).getByText('<b>One?</b>')).toBeTruthy();
    expect(log().querySelector('img, script, b')).toBeNull();
  });

  test('is shown in paragraphs that preserve line breaks', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await askFor(server, 'How?');
    await act(async () => server.reply.done('Two ways:\n- one\n- two\n\nTake the first.'));
    const first = await within(log()).findByText(/Two ways/);
    expect([first.tagName, first.textContent]).toEqual(['P', 'Two ways:\n- one\n- two']);
    expect(within(log()).getByText('Take the first.').tagName).toBe('P');
  });

  test('links to the suggestions that arrived with it', async () => {
    const server = new AssistantServer();
    const onSuggestions = vi.fn();
    openAssistant(server, { onSuggestions });
    await askFor(server, 'How?');
    await act(async () =>
      server.reply.done('So.', { suggestions: [aSuggestion(), aSuggestion({ elementId: 8 })] }),
    );
    await user.click(await screen.findByRole('button', { name: 'Show 2 suggestions' }));
    expect(onSuggestions).toHaveBeenCalledOnce();
  });

  test('lists the parts of the project that the model received', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    const context = {
      scenes: ['INT. CAR DECK - NIGHT'],
      summarizedScenes: 40,
      omittedScenes: 0,
      characters: ['MARA', 'TOBIAS'],
      beats: 1,
      size: 12_400,
    };
    await askFor(server, 'How?');
    await act(async () => server.reply.done('So.', { context: { given: context } } as object));
    expect(await screen.findByText('Read 1 scene in full, 12,400 characters of text')).toBeTruthy();
    expect(screen.getByText('Scenes: INT. CAR DECK - NIGHT')).toBeTruthy();
    expect(screen.getByText('Cast: MARA, TOBIAS')).toBeTruthy();
    expect(screen.getByText('Also: 40 scenes in brief, 1 beat')).toBeTruthy();
    expect(screen.queryByText(/^Without:/)).toBeNull();
  });

  test('names the brief, the notes and the parts that were left out or had no room', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    const context = {
      scenes: [],
      summarizedScenes: 0,
      omittedScenes: 2,
      characters: [],
      beats: 0,
      brief: true,
      notes: 3,
      leftOut: 1,
      size: 900,
    };
    await askFor(server, 'How?');
    await act(async () => server.reply.done('So.', { context: { given: context } } as object));
    expect(await screen.findByText('Read no scene in full, 900 characters of text')).toBeTruthy();
    expect(screen.getByText('Also: the brief, 3 notes')).toBeTruthy();
    expect(
      screen.getByText('Without: 2 scenes for which there was no room, 1 part that was taken out'),
    ).toBeTruthy();
  });

  test('keeps the words that arrived before Stop', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await askFor(server, 'How?');
    await act(async () => server.reply.say('Tobias already'));
    await screen.findByText('Tobias already');
    await user.click(button('Stop'));
    await screen.findByText('Stopped.');
    expect(server.reply.isAborted).toBe(true);
    expect(within(log()).getByText('Tobias already')).toBeTruthy();
    expect([input().value, input().readOnly, toasts()]).toEqual(['', false, []]);
    expect(document.activeElement).toBe(input());
  });

  test('keeps the conversation open after Stop, though its id never arrived', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await askFor(server, 'How?');
    await user.click(button('Stop'));
    await screen.findByText('Stopped.');
    server.conversations = [aConversation({ id: 77, title: 'How?' })];
    await askFor(server, 'And then?');
    expect(server.asked[1]?.body).toEqual({ message: 'And then?', conversationId: 77 });
  });
});

describe('a failure', () => {
  const breakOff = async (server: AssistantServer) => {
    server.reply.say('Tob');
    server.reply.end();
  };
  test.each([
    ['a rejection', (server: AssistantServer) => server.reply.send('error', { code: 'upstream' })],
    ['a cut stream', breakOff],
  ])(
    '(%s, after the answer has begun) returns the text to the input and shows a toast',
    async (_what, fail) => {
      const server = new AssistantServer();
      openAssistant(server);
      await askFor(server, 'How?');
      await act(async () => fail(server));
      await waitFor(() => expect(input().value).toBe('How?'));
      expect(toasts()).toMatchObject([
        { title: 'Message not sent', description: 'Please try again.', variant: 'destructive' },
      ]);
      expect([log().textContent?.includes('How?'), thinking(), input().readOnly]).toEqual([
        false,
        null,
        false,
      ]);
    },
  );

  test('returns the text with a message when the call fails before the first word', async () => {
    const server = new AssistantServer();
    server.instead = ({ path }) => (path === chatPath ? rejection(502, 'Broken') : undefined);
    openAssistant(server);
    await user.type(input(), 'How?{Enter}');
    await waitFor(() => expect(input().value).toBe('How?'));
    expect(toasts()).toMatchObject([{ title: 'Message not sent' }]);
  });

  test('starts another conversation when this one was deleted elsewhere', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await askFor(server, 'One?');
    await act(async () => server.reply.done('Yes.'));
    await screen.findByText('Yes.');
    server.instead = ({ path }) => (path === chatPath ? rejection(404, 'Conversation not found') : undefined);
    await user.type(input(), 'Two?{Enter}');
    await waitFor(() => expect(input().value).toBe('Two?'));
    server.instead = null;
    await user.type(input(), '{Enter}');
    await waitFor(() => expect(server.asked).toHaveLength(3));
    expect(server.asked.map(({ body }) => body?.conversationId)).toEqual([undefined, 50, undefined]);
  });

  test('charges once when the same text is sent again', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await askFor(server, 'How?');
    await act(async () => breakOff(server));
    await waitFor(() => expect(input().value).toBe('How?'));
    await user.type(input(), '{Enter}');
    await waitFor(() => expect(server.asked).toHaveLength(2));
    const keys = server.asked.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[0]);
  });

  test.each([
    ['as an answer', outOfCredits, null],
    ['within the stream', null, { code: 'out_of_credits', message: "You're out of credits." }],
  ])('offers to buy credits when they are missing (%s)', async (_how, answer, event) => {
    const server = new AssistantServer();
    server.ai = priced;
    if (answer) server.instead = ({ path }) => (path === chatPath ? answer() : undefined);
    openAssistant(server);
    await user.type(input(), 'How?{Enter}');
    if (event) {
      await waitFor(() => expect(server.replies).toHaveLength(1));
      await act(async () => server.reply.send('error', event));
    }
    await waitFor(() => expect(toasts()).toHaveLength(1));
    const [shown] = toasts();
    expect(shown).toMatchObject({
      description: "You're out of credits. Get started with a subscription or purchase credits directly.",
      variant: 'destructive',
      action: { label: 'Buy Credits' },
    });
    const leave = vi.spyOn(pageNavigation, 'leaveTo').mockImplementation(() => undefined);
    shown?.action?.onClick();
    expect(leave.mock.calls).toEqual([['/buy-credits']]);
    expect(input().value).toBe('How?');
  });
});

describe('quick prompts', () => {
  test.each([
    ['general', null],
    ['dialogue', 'dialogue'],
    ['action', 'action'],
    ['character', 'character'],
    ['other', 'scene_heading'],
    ['other', 'parenthetical'],
    ['other', 'transition'],
  ] as const)('are those of %s for %s', (kind, elementType) => {
    openAssistant(new AssistantServer(), { context: elementType && aContext({ elementType }) });
    const group = screen.getByRole('region', { name: 'Quick prompts' });
    expect(
      within(group)
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual([...quickPrompts[kind]]);
    expect(elementType === null || elementTypes.includes(elementType)).toBe(true);
  });

  test('have exactly these texts', () => {
    expect(quickPrompts).toEqual({
      general: [
        'What could happen next?',
        'Help me with the pacing',
        'Suggest a plot twist',
        'Strengthen the conflict',
      ],
      dialogue: [
        'Make this dialogue more natural',
        'Add subtext',
        'Make it shorter and sharper',
        'Give this character a distinct voice',
      ],
      action: [
        'Make this more visual',
        'Tighten this description',
        'Raise the tension',
        'Add sensory detail',
      ],
      character: [
        'Deepen the motivation',
        'How would this character react?',
        'Suggest a memorable entrance',
        'Give an inner conflict',
      ],
      other: [
        'Improve this element',
        'Check the formatting',
        'Suggest an alternative',
        'Make it more cinematic',
      ],
    });
  });

  test('are sent by a press, and leave the draft unchanged', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await user.type(input(), 'Half a thou');
    await user.click(button('Suggest a plot twist'));
    await waitFor(() => expect(server.asked[0]?.body).toEqual({ message: 'Suggest a plot twist' }));
    expect(input().value).toBe('Half a thou');
  });
});

describe('the context', () => {
  test('is the selected element with its page text; a press shows it in the script', async () => {
    const onGo = vi.fn();
    openAssistant(new AssistantServer(), { context: aContext(), onGo });
    await user.click(button(/^Go to Tobias, dialogue, scene 31/));
    expect(screen.getByText('She came aboard with one suitcase.').tagName).toBe('Q');
    expect(onGo.mock.calls).toEqual([[7]]);
  });

  test('is the selected text', () => {
    openAssistant(new AssistantServer(), { context: aContext({ selectedText: 'one suitcase' }) });
    expect(screen.getByText('one suitcase').tagName).toBe('Q');
    expect(screen.getByText('Words of Tobias, dialogue, scene 31')).toBeTruthy();
    expect(document.activeElement).toBe(input());
  });

  test('can be removed, and the conversation stays', async () => {
    const server = new AssistantServer();
    openAssistant(server, { context: aContext() });
    await askFor(server, 'One?');
    await act(async () => server.reply.done('Yes.'));
    await screen.findByText('Yes.');
    await user.click(button('Ask about the whole script instead'));
    expect(screen.queryByText(/^Tobias, dialogue/)).toBeNull();
    expect(document.activeElement).toBe(input());
    await askFor(server, 'Two?');
    expect(server.asked[1]?.body).toEqual({ message: 'Two?', conversationId: 50 });
  });

  test.each([
    ['a different element', { elementId: 8 }],
    ['new text', { selectedText: 'aboard' }],
  ])('starts a new conversation when %s is selected', async (_what, changes) => {
    const server = new AssistantServer();
    const { change } = openAssistant(server, { context: aContext() });
    await askFor(server, 'One?');
    await act(async () => server.reply.done('Yes.'));
    await screen.findByText('Yes.');
    change({ context: aContext(changes) });
    expect(screen.queryByText('Yes.')).toBeNull();
    expect(server.conversations).toEqual([]);
    await askFor(server, 'Two?');
    expect(server.asked[1]?.body).not.toHaveProperty('conversationId');
  });

  test('keeps the conversation while the same element is edited', async () => {
    const server = new AssistantServer();
    const { change } = openAssistant(server, { context: aContext() });
    await askFor(server, 'One?');
    await act(async () => server.reply.done('Yes.'));
    await screen.findByText('Yes.');
    change({ context: aContext({ content: 'She came aboard.' }) });
    await askFor(server, 'Two?');
    expect(server.asked[1]?.body).toMatchObject({
      conversationId: 50,
      selectedElement: { content: 'She came aboard.' },
    });
  });

  test('keeps a pending answer in the history when the context changes', async () => {
    const server = new AssistantServer();
    const { change } = openAssistant(server, { context: aContext() });
    await askFor(server, 'One?');
    const first = server.reply;
    change({ context: aContext({ elementId: 8 }) });
    expect([thinking(), input().readOnly]).toEqual([null, false]);
    await askFor(server, 'Two?');
    await act(async () => first.done('Late.'));
    await act(async () => server.reply.say('Prompt.'));
    await screen.findByText('Prompt.');
    expect([screen.queryByText('Late.'), first.isAborted]).toEqual([null, false]);
  });
});

describe('the price', () => {
  test('shows no price for the built-in engine', async () => {
    openAssistant(new AssistantServer());
    expect(await screen.findByText('Built-in, no credits')).toBeTruthy();
    expect(screen.queryByText(/left/)).toBeNull();
  });

  test('shows price, provider and remaining balance before the press', async () => {
    const server = new AssistantServer();
    server.ai = priced;
    openAssistant(server);
    expect(await screen.findByText('Up to 0.12 credits')).toBeTruthy();
    expect([screen.queryByText('gpt-test'), screen.queryByText('412 credits left')]).not.toContain(null);
    await askFor(server, 'One?');
    await act(async () => server.reply.done('Yes.'));
    expect(await screen.findByText('411.5 credits left')).toBeTruthy();
  });

  test('offers to buy credits when the price exceeds the balance', async () => {
    const server = new AssistantServer();
    server.ai = { ...priced, creditBalance: 0.11 };
    openAssistant(server);
    const link = await screen.findByRole('link', { name: 'Buy Credits' });
    expect(link.getAttribute('href')).toBe('/buy-credits');
    expect(screen.getByText(/^This may cost more/).textContent).toBe(
      'This may cost more than you have. Buy Credits',
    );
    expect(server.asked).toEqual([]);
  });

  test.each([
    ['This may cost more than you have.', { upTo: 0.12 }, 0.11],
    ['This costs more than you have.', { upTo: 0.12 }, 0],
    ['This costs more than you have.', { exact: 0.12 }, 0.11],
    [null, { exact: 0.12 }, 0.12],
  ] as const)('says %j before the press (%j of %f)', async (text, price, creditBalance) => {
    const server = new AssistantServer();
    server.ai = { ...priced, price, creditBalance };
    openAssistant(server);
    await screen.findByText(/0\.12 credits$/);
    const warning = screen.queryByText(/than you have\./)?.textContent ?? null;
    expect(warning).toBe(text && `${text} Buy Credits`);
  });

  test('makes the assistant unavailable when the price is missing', async () => {
    const server = new AssistantServer();
    server.ai = { ...builtIn, price: null };
    openAssistant(server);
    expect(await screen.findByText('This AI feature is currently unavailable.')).toBeTruthy();
    await user.type(input(), 'How?{Enter}');
    expect([server.asked, button('Send').disabled]).toEqual([[], true]);
  });
});

describe('the New button', () => {
  const created = (server: AssistantServer) =>
    server.sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/conversations'));

  test('clears the chat, and the next message goes to the new conversation', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await askFor(server, 'One?');
    await act(async () => server.reply.done('Yes.'));
    await screen.findByText('Yes.');
    await user.click(button('New'));
    expect(screen.queryByText('Yes.')).toBeNull();
    await waitFor(() => expect(screen.queryByText('Loading conversation...')).toBeNull());
    expect(server.conversations.map(({ title }) => title)).toEqual(['New Conversation']);
    await askFor(server, 'Two?');
    expect(server.asked[1]?.body).toEqual({ message: 'Two?', conversationId: server.conversations[0]?.id });
    expect(screen.getByText('New Conversation')).toBeTruthy();
    await act(async () => server.reply.done('No.'));
    await waitFor(() => expect(screen.getAllByText('Two?')).toHaveLength(2));
    expect(screen.queryByText('New Conversation')).toBeNull();
  });

  test('makes no second conversation while the first is empty', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    for (let i = 0; i < 3; i++) {
      await user.click(button('New'));
      await waitFor(() => expect(screen.queryByText('Loading conversation...')).toBeNull());
    }
    expect(created(server)).toHaveLength(1);
  });

  test('shows an empty chat when the server rejects a new conversation', async () => {
    const server = new AssistantServer();
    server.instead = ({ method, path }) =>
      method === 'POST' && path.endsWith('/conversations') ? rejection(500, 'Broken') : undefined;
    openAssistant(server);
    await user.click(button('New'));
    await waitFor(() => expect(screen.queryByText('Loading conversation...')).toBeNull());
    await askFor(server, 'One?');
    expect(server.asked[0]?.body).toEqual({ message: 'One?' });
  });
});

describe('the history', () => {
  const rows = () =>
    within(screen.getByRole('region', { name: 'Conversation history' })).getAllByRole('listitem');
  const offsets = (server: AssistantServer) =>
    server.sent.flatMap(({ path }) => path.match(/paginated.*offset=(\d+)/)?.[1] ?? []);
  /** Scroll until this many pixels are left below. */
  const scrollTo = (leftPx: number) => {
    const list = screen.getByRole('region', { name: 'Conversation history' });
    Object.defineProperties(list, {
      clientHeight: { value: 300, configurable: true },
      scrollHeight: { value: 1000, configurable: true },
      scrollTop: { value: 700 - leftPx, configurable: true, writable: true },
    });
    fireEvent.scroll(list);
  };
  const withTalks = (count: number) => {
    const server = new AssistantServer();
    server.conversations = Array.from({ length: count }, (_, i) => aConversation({ title: `Talk no. ${i}` }));
    return server;
  };

  test('lists titles with the time of the last message', async () => {
    const server = new AssistantServer();
    const updatedAt = new Date(Date.now() - 4 * 60_000).toISOString();
    server.conversations = [aConversation({ title: 'The ticket', updatedAt })];
    openAssistant(server);
    await user.click(button('History'));
    expect(await screen.findByRole('button', { name: 'The ticket 4 minutes ago' })).toBeTruthy();
    expect(button('History').getAttribute('aria-pressed')).toBe('true');
  });

  test('opens a conversation with its messages, and continues it', async () => {
    const server = new AssistantServer();
    server.conversations = [aConversation({ id: 5, title: 'The ticket' })];
    const preview = {
      scenes: [],
      summarizedScenes: 2,
      omittedScenes: 0,
      characters: [],
      beats: 0,
      size: 300,
    };
    server.messages = [
      aMessage({ role: 'user', content: 'Why one?', context: { given: preview } }),
      aMessage({ content: 'A return.', context: { ending: 'length' } }),
    ];
    openAssistant(server);
    await user.click(button('History'));
    await user.click(await screen.findByRole('button', { name: /^The ticket/ }));
    expect(await within(log()).findByText('A return.')).toBeTruthy();
    expect(within(log()).getByText('Why one?')).toBeTruthy();
    expect(screen.getAllByText('Read no scene in full, 300 characters of text')).toHaveLength(1);
    expect(screen.getByText('The answer was cut off because it reached the length limit.')).toBeTruthy();
    await askFor(server, 'And?');
    expect(server.asked[0]?.body).toEqual({ message: 'And?', conversationId: 5 });
  });

  test('reports a conversation that could not be loaded', async () => {
    const server = withTalks(1);
    openAssistant(server);
    await user.click(button('History'));
    const row = await screen.findByRole('button', { name: /^Talk no. 0/ });
    server.conversations = [];
    await user.click(row);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The conversation could not be loaded. Please try again.',
    );
  });

  test('loads 45 conversations in pages of 20, the next page at 50 px from the end', async () => {
    const server = withTalks(45);
    openAssistant(server);
    await user.click(button('History'));
    await waitFor(() => expect(rows()).toHaveLength(20));
    scrollTo(51);
    expect(offsets(server)).not.toContain('20');
    scrollTo(50);
    await waitFor(() => expect(rows()).toHaveLength(40));
    expect(screen.queryByText('All conversations loaded')).toBeNull();
    scrollTo(0);
    await waitFor(() => expect(rows()).toHaveLength(45));
    expect(new Set(offsets(server))).toEqual(new Set(['0', '20', '40']));
    expect(screen.getByText('All conversations loaded')).toBeTruthy();
    scrollTo(0);
    expect(offsets(server)).not.toContain('60');
  });

  test.each([
    [20, 0],
    [21, 1],
  ])('with %i conversations, shows %i times that all are loaded', async (count, times) => {
    openAssistant(withTalks(count));
    await user.click(button('History'));
    await waitFor(() => expect(rows()).toHaveLength(20));
    scrollTo(0);
    await waitFor(() => expect(rows()).toHaveLength(count));
    expect(screen.queryAllByText('All conversations loaded')).toHaveLength(times);
  });

  test('explains how to start when there is no conversation', async () => {
    openAssistant(new AssistantServer());
    await user.click(button('History'));
    expect(
      await screen.findByText('No conversations yet. Your questions and answers will appear here.'),
    ).toBeTruthy();
  });

  test('offers a retry when the list could not be loaded', async () => {
    const server = withTalks(1);
    server.instead = ({ path }) => (path.includes('paginated') ? rejection(500, 'Broken') : undefined);
    openAssistant(server);
    await user.click(button('History'));
    expect((await screen.findByRole('alert')).textContent).toContain('Conversations could not be loaded.');
    expect(logged()).toEqual(['Failed to load conversations']);
    server.instead = null;
    await user.click(button('Try again'));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  test('deletes a conversation after a confirmation', async () => {
    const server = withTalks(2);
    const { client } = openAssistant(server);
    await user.click(button('History'));
    await user.click(await screen.findByRole('button', { name: 'Delete Talk no. 1' }));
    const dialog = screen.getByRole('alertdialog');
    expect(dialog.textContent).toContain(
      'Are you sure you want to delete "Talk no. 1"? This action cannot be undone.',
    );
    expect(server.conversations).toHaveLength(2);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(server.conversations.map(({ title }) => title)).toEqual(['Talk no. 0']);
    expect(client.getQueryData(conversationsQuery(1).queryKey)?.pages).toHaveLength(1);
    const list = screen.getByRole('region', { name: 'Conversation history' });
    await waitFor(() => expect(document.activeElement).toBe(list));
  });

  test('keeps a conversation that could not be deleted, and shows an error', async () => {
    const server = withTalks(1);
    server.instead = ({ method }) => (method === 'DELETE' ? rejection(500, 'It is locked.') : undefined);
    openAssistant(server);
    await user.click(button('History'));
    await user.click(await screen.findByRole('button', { name: 'Delete Talk no. 0' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect((await screen.findByRole('alert')).textContent).toBe('It is locked.');
    expect(rows()).toHaveLength(1);
  });

  test('opens a new conversation when the open one is deleted', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await askFor(server, 'One?');
    server.conversations = [aConversation({ id: 50, title: 'One?' })];
    await act(async () => server.reply.done('Yes.'));
    await screen.findByText('Yes.');
    await user.click(button('History'));
    await user.click(await screen.findByRole('button', { name: 'Delete One?' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.conversations.map(({ title }) => title)).toEqual(['New Conversation']));
    await user.click(button('History'));
    expect(screen.queryByText('Yes.')).toBeNull();
  });

  test('opens another when the open conversation had no messages and is deleted', async () => {
    const server = new AssistantServer();
    openAssistant(server);
    await user.click(button('New'));
    await waitFor(() => expect(server.conversations).toHaveLength(1));
    const [empty] = server.conversations;
    await user.click(button('History'));
    await user.click(await screen.findByRole('button', { name: 'Delete New Conversation' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
    await waitFor(() => expect(server.conversations[0]?.id).toBeGreaterThan(empty?.id ?? 0));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await askFor(server, 'One?');
    expect(server.asked[0]?.body?.conversationId).toBe(server.conversations[0]?.id);
  });

  test('shows long titles and markup in names as text', async () => {
    const server = new AssistantServer();
    const title = `<b>${'x'.repeat(60)}</b>`;
    server.conversations = [aConversation({ title })];
    openAssistant(server, { context: aContext({ label: `${'Y'.repeat(60)}, dialogue` }) });
    await user.click(button('History'));
    expect((await screen.findByText(title)).getAttribute('title')).toBe(title);
    expect(screen.getByText(`${'Y'.repeat(60)}, dialogue`)).toBeTruthy();
  });
});

test('shows viewers the reason and the history, without input and New', async () => {
  openAssistant(new AssistantServer(), { role: 'viewer' });
  expect(screen.getByText('You need comment access to use the assistant.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
  expect(button('History')).toBeTruthy();
});
