import { once } from 'node:events';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { previewContext } from '#shared/contract/ai.ts';
import { type ContextReach, chat, contextReaches } from '#shared/contract/assistant.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { aBrowserWithModels, type TestBrowser } from '#test/browser.ts';
import { answers } from '#test/models.ts';
import type { ScriptLine } from '#test/world.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { aContext, openChat } from './testing.tsx';

freshBrowser();

const user = userEvent.setup();
const ask = (text: string) =>
  user.type(screen.getByRole('textbox', { name: 'Ask the assistant' }), `${text}{Enter}`);
/** Price of 1,000 tokens read and 500 written. */
const paid = 2.5;
const balance = async ({ as }: TestBrowser): Promise<number> =>
  (await as('olive').get('/api/auth/user')).json().creditBalance;

/** A script longer than the relevant parts may be. */
const longScript = Array.from({ length: 60 }, (_, index): ScriptLine[] => [
  ['scene_heading', `INT. CAR DECK ${index + 1} - NIGHT`],
  ['action', 'Mara counts the lorries on the deck. '.repeat(20)],
]).flat();

describe('the reach', () => {
  const radio = (name: string) =>
    screen.findByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) });
  const onElement = async ({ as, people }: TestBrowser) => {
    const script: Element[] = (await as('olive').get(`${people.projectUrl}/script-elements`)).json();
    const { id: elementId = 0, content = '' } = script[41] ?? {};
    return aContext({ elementId, content, elementType: 'action', characterName: null });
  };

  test('is chosen among three, each with its price', async () => {
    const browser = await aBrowserWithModels({ lines: longScript });
    openChat(browser, await onElement(browser));
    const labels = ['This scene', 'Relevant parts', 'Whole script'];
    await radio('This scene');
    const [preview] = browser.network.callsOf(previewContext);
    const answer = await browser.as('olive').post(preview?.url ?? '', preview?.body ?? {});
    const { reaches }: CallReply<typeof previewContext> = answer.json();
    expect(reaches.map(({ reach }) => reach)).toEqual(contextReaches);
    const most = reaches.map(({ price }) => (price && 'upTo' in price ? price.upTo : 0));
    expect(most.toSorted((a, b) => a - b)).toEqual(most);
    expect(new Set(most).size).toBe(3);
    for (const [index, label] of labels.entries()) {
      const one = await radio(label);
      expect(one.labels?.[0]?.textContent).toBe(`${label}Up to ${most[index]} credits`);
      expect([one.checked, one.disabled]).toEqual([label === 'Relevant parts', false]);
    }
    await user.click(await radio('Whole script'));
    expect(await screen.findByText(`Up to ${most[2]} credits`, { selector: 'div > span' })).toBeTruthy();
  });

  test('is sent with the question, and stored for this project only', async () => {
    const browser = await aBrowserWithModels();
    const reach = () => browser.network.callsOf(chat).map(({ body }) => body?.reach as ContextReach);
    const { close } = openChat(browser);
    expect((await radio('This scene')).disabled).toBe(true);
    await user.click(await radio('Whole script'));
    browser.models.script(answers('Forty-one.'));
    await ask('How many?');
    await screen.findByText('Forty-one.');
    expect(reach()).toEqual(['whole']);
    close();
    openChat(browser);
    expect((await radio('Whole script')).checked).toBe(true);
    const other = await aBrowserWithModels();
    openChat(other);
    await waitFor(async () =>
      expect(
        screen
          .getAllByRole<HTMLInputElement>('radio', { name: /^Relevant parts/ })
          .map(({ checked }) => checked),
      ).toEqual([false, true]),
    );
  });
});

describe('the cost of an answer', () => {
  test('is shown below it, also after reopening, and equals the difference of the balance', async () => {
    const browser = await aBrowserWithModels();
    const before = await balance(browser);
    const { close } = openChat(browser);
    browser.models.script(answers('Forty-one.'), answers('And forty-two.'));
    await screen.findByText(`${before} credits left`);
    await ask('How many?');
    expect(await screen.findByText(`Cost ${paid} credits`)).toBeTruthy();
    expect(await screen.findByText(`${before - paid} credits left`)).toBeTruthy();
    await ask('And then?');
    await waitFor(() => expect(screen.getAllByText(`Cost ${paid} credits`)).toHaveLength(2));
    expect(await balance(browser)).toBe(before - 2 * paid);
    close();
    openChat(browser);
    await user.click(screen.getByRole('button', { name: 'History' }));
    await user.click(await screen.findByRole('button', { name: /^How many\?/ }));
    await waitFor(() => expect(screen.getAllByText(`Cost ${paid} credits`)).toHaveLength(2));
  });

  test('shows the cost of a stopped answer too, and the remaining balance', async () => {
    const browser = await aBrowserWithModels();
    const before = await balance(browser);
    openChat(browser);
    browser.models.script(async (run) => {
      run.onText('She counts ');
      await once(run.signal, 'abort');
      const usage = { inputTokens: 1000, outputTokens: 500, isEstimated: false };
      return { value: 'She counts ', usage, ending: 'stopped', details: {} };
    });
    await screen.findByText(`${before} credits left`);
    await ask('How many?');
    const log = within(screen.getByRole('log'));
    await log.findByText('She counts');
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await log.findByText('Stopped.')).toBeTruthy();
    expect(await log.findByText(`Cost ${paid} credits`)).toBeTruthy();
    expect(await screen.findByText(`${before - paid} credits left`)).toBeTruthy();
    expect(await balance(browser)).toBe(before - paid);
  });
});
