import { fireEvent, screen as page, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { browserPage } from '#web/lib/leave.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { builtIn, freshBrowser, json, priced, refusal } from '#web/lib/testing.ts';
import { currentToasts } from '#web/lib/toast.ts';
import { projectQuery, projectsQuery } from '#web/projects/projects.data.ts';
import { PictureFrame } from './pictureFrame.ts';
import { IdeaServer, openIdea } from './testing.tsx';

freshBrowser();

const title = () => page.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' });
const generate = () => page.findByRole<HTMLButtonElement>('button', { name: /^Generate Image/ });
const failure = 'Failed to generate concept image. Please try again.';

describe('the control', () => {
  test('keeps the keyboard in its place while it draws and afterwards', async () => {
    const server = new IdeaServer();
    server.instead = ({ init: { signal } }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const { user } = openIdea(server);
    (await generate()).focus();
    await user.keyboard('{Enter}');
    const tools = (await page.findByRole('button', { name: 'Cancel' })).closest('[tabindex]');
    expect(document.activeElement).toBe(tools);
    await user.tab();
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Enter}');
    await generate();
    expect(document.activeElement).toBe(tools);
  });

  test('says the price before it is pressed', async () => {
    openIdea(new IdeaServer());
    expect((await generate()).textContent).toBe('Generate Image 20 credits');
  });

  test('says that the built-in engine draws', async () => {
    const server = new IdeaServer();
    server.ai = { ...priced, pictures: builtIn.pictures };
    openIdea(server);
    expect((await generate()).textContent).toBe('Generate Image Built-in, no credits');
  });

  test.each(['', '   '])('is disabled while the title is %j, and says why', async (blank) => {
    const { user } = openIdea(new IdeaServer());
    expect((await generate()).disabled).toBe(false);
    await user.clear(title());
    if (blank) await user.type(title(), blank);
    expect((await generate()).disabled).toBe(true);
    expect(page.getByText('Enter a title first.')).toBeTruthy();
  });

  test('warns when the credits may not be enough', async () => {
    const server = new IdeaServer();
    server.ai = { ...priced, creditBalance: 3 };
    openIdea(server);
    expect((await page.findByRole('link', { name: 'Buy Credits' })).getAttribute('href')).toBe(
      '/buy-credits',
    );
    expect(page.getByText(/3 credits left/)).toBeTruthy();
  });

  test('gives way to an explanation where AI is off', async () => {
    const server = new IdeaServer();
    server.ai = { ...priced, access: 'off' };
    openIdea(server);
    expect(await page.findByText(/^AI is switched off in this project\./)).toBeTruthy();
    expect(page.queryByRole('button', { name: /^Generate/ })).toBeNull();
  });

  test('says when the price could not be loaded, and asks again', async () => {
    const server = new IdeaServer();
    const { user } = openIdea(server, { 'GET /api/projects/PrQTbI/ai': () => refusal(500, 'Broken') });
    expect(await page.findByText('The price of an image could not be loaded.')).toBeTruthy();
    server.serve();
    await user.click(page.getByRole('button', { name: 'Try again' }));
    expect(await generate()).toBeTruthy();
  });

  test('gives way to an explanation where there is no price', async () => {
    const server = new IdeaServer();
    server.ai = { ...priced, pictures: { ...priced.pictures, price: null } };
    openIdea(server);
    expect(await page.findByText('This AI feature is currently unavailable.')).toBeTruthy();
    expect(page.queryByRole('button', { name: /^Generate/ })).toBeNull();
  });
});

describe('generating', () => {
  test('sends title, logline, synopsis and the ratio, and changes the banner, the list and the balance', async () => {
    const server = new IdeaServer();
    const { user, client } = openIdea(server);
    client.setQueryData(projectsQuery().queryKey, [server.project]);
    await user.click(await generate());
    const image = await waitFor(() => {
      const found = document.querySelector('img[src="/uploads/new.png"]');
      if (!found) throw new Error('No image yet');
      return found;
    });
    fireEvent.load(image);
    expect(await page.findByRole('img', { name: 'Concept image of Night Ferry' })).toBeTruthy();
    expect(server.drawn).toEqual([
      {
        title: 'Night Ferry',
        logline: 'A purser counts one too many.',
        synopsis: 'Mara counts.',
        aspectRatio: '2.35:1',
      },
    ]);
    const shown = client.getQueryData(projectQuery('PrQTbI').queryKey);
    expect([shown?.conceptImageUrl, shown?.conceptImageAspectRatio]).toEqual(['/uploads/new.png', '2.35:1']);
    const [listed] = client.getQueryData(projectsQuery().queryKey) ?? [];
    expect(listed?.conceptImageUrl).toBe('/uploads/new.png');
    expect(client.getQueryData(currentUserQuery.queryKey)?.creditBalance).toBe(392);
    expect(client.getQueryData(aiStateQuery(1).queryKey)?.creditBalance).toBe(392);
  });

  test('draws from what is typed, which is saved as well', async () => {
    const server = new IdeaServer();
    const { user } = openIdea(server);
    await generate();
    await user.type(title(), ' II');
    await user.click(await generate());
    await waitFor(() => expect(server.drawn).toMatchObject([{ title: 'Night Ferry II' }]));
    expect(server.saves).toMatchObject([{ name: 'Night Ferry II' }]);
  });

  test('leaves the old image until the new one has loaded', async () => {
    const server = new IdeaServer({ conceptImageUrl: '/uploads/old.png' });
    const { user } = openIdea(server);
    await user.click(await generate());
    await waitFor(() => expect(document.querySelectorAll('img')).toHaveLength(2));
    expect(page.getByRole('img').getAttribute('src')).toBe('/uploads/old.png');
    const coming = document.querySelector('img[src="/uploads/new.png"]');
    if (coming) fireEvent.load(coming);
    expect(page.getByRole('img').getAttribute('src')).toBe('/uploads/new.png');
    expect(document.querySelectorAll('img')).toHaveLength(1);
  });

  test('has a key of its own for every press', async () => {
    const server = new IdeaServer();
    const { user } = openIdea(server);
    await user.click(await generate());
    await user.click(await generate());
    await waitFor(() => expect(server.keys).toHaveLength(2));
    expect(server.keys).not.toContain(null);
    expect(new Set(server.keys).size).toBe(2);
  });

  test('goes under the same key again when the answer was lost', async () => {
    const server = new IdeaServer();
    const { user } = openIdea(server);
    server.instead = () => Promise.reject(new TypeError('Failed to fetch'));
    await user.click(await generate());
    expect(await page.findByText(failure)).toBeTruthy();
    server.instead = null;
    await user.click(await generate());
    await waitFor(() => expect(server.keys).toHaveLength(2));
    expect(new Set(server.keys).size).toBe(1);
  });

  test('shows that it goes on, goes on without the view, and can be cancelled', async () => {
    const server = new IdeaServer();
    const { user, leave, comeBack } = openIdea(server);
    let isAborted = false;
    server.instead = ({ init }) =>
      new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => {
          isAborted = true;
          reject(init.signal?.reason);
        });
      });
    await user.click(await generate());
    expect(page.getByRole('progressbar', { name: 'Drawing the concept image' })).toBeTruthy();
    leave();
    await comeBack();
    await user.click(page.getByRole('button', { name: 'Cancel' }));
    expect(await generate()).toBeTruthy();
    expect(isAborted).toBe(true);
    expect(currentToasts().filter(({ isOpen }) => isOpen)).toEqual([]);
  });

  test('without a title is refused by words, not sent', async () => {
    const server = new IdeaServer();
    server.serve();
    await new PictureFrame(createQueryClient(), 1).draw({ name: ' ', logline: 'Counted.', synopsis: '' });
    expect(currentToasts()[0]).toMatchObject({
      title: 'Title required',
      description: 'Please enter a title before generating an image.',
    });
    expect(server.drawn).toEqual([]);
  });

  test('without enough credits leads to where they are bought', async () => {
    const left: string[] = [];
    vi.spyOn(browserPage, 'leaveTo').mockImplementation((address) => void left.push(address));
    const server = new IdeaServer();
    const { user } = openIdea(server);
    server.instead = () =>
      json(
        { code: 'out_of_credits', message: "You're out of credits.", required: 20, creditBalance: 0 },
        402,
      );
    await user.click(await generate());
    expect(await page.findByText('Out of credits')).toBeTruthy();
    // Toasts ask for pointer capture, which jsdom has not.
    fireEvent.click(page.getByRole('button', { name: 'Buy Credits' }));
    expect(left).toEqual(['/buy-credits']);
  });

  test.each([500, 502, 503])('that fails with %i says so and leaves the banner as it is', async (status) => {
    const server = new IdeaServer({ conceptImageUrl: '/uploads/old.png' });
    const { user } = openIdea(server);
    server.instead = () => refusal(status, 'Broken');
    await user.click(await generate());
    expect(await page.findByText(failure)).toBeTruthy();
    expect(page.getByRole('img').getAttribute('src')).toBe('/uploads/old.png');
    expect(await generate()).toBeTruthy();
  });

  test('that AI was switched off for meanwhile says that, and the control goes', async () => {
    const server = new IdeaServer();
    const { user } = openIdea(server);
    await generate();
    server.ai = { ...priced, access: 'off' };
    server.instead = () => refusal(403, 'AI is switched off in this project.');
    await user.click(await generate());
    await waitFor(() => expect(page.queryByRole('button', { name: /^Generate/ })).toBeNull());
    expect(currentToasts()[0]?.description).toBe('AI is switched off in this project.');
  });
});
