import { fireEvent, screen as page, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { getAiState } from '#shared/contract/ai.ts';
import { generateConceptImage } from '#shared/contract/concept.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { setBalance } from '#test/browser.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { currentToasts } from '#web/lib/toast.ts';
import { projectQuery, projectsQuery } from '#web/projects/projects.data.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { PictureFrame } from './pictureFrame.ts';
import { atTheIdea, openIdea } from './testing.tsx';

freshBrowser();

const title = () => page.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' });
const generate = () => page.findByRole<HTMLButtonElement>('button', { name: /^Generate Image/ });
const failure = 'Failed to generate concept image. Please try again.';

/** Return the generated image while it loads: the last one in the page. */
const comingImage = (before = 0) =>
  waitFor(() => {
    const images = [...document.querySelectorAll('img')];
    expect(images).toHaveLength(before + 1);
    return images.find((image) => image.getAttribute('src') !== '/uploads/old.png') as HTMLImageElement;
  });

describe('the control', () => {
  test('keeps the focus in place while it generates and afterwards', async () => {
    const server = await atTheIdea();
    server.network.hold(generateConceptImage);
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

  test('shows the price before it is pressed', async () => {
    openIdea(await atTheIdea());
    expect((await generate()).textContent).toBe('Generate Image 20 credits');
  });

  test('shows that the built-in engine is used', async () => {
    openIdea(await atTheIdea({ isBuiltIn: true }));
    expect((await generate()).textContent).toBe('Generate Image Built-in, no credits');
  });

  test.each(['', '   '])('is disabled while the title is %j, and says why', async (blank) => {
    const { user } = openIdea(await atTheIdea());
    expect((await generate()).disabled).toBe(false);
    await user.clear(title());
    if (blank) await user.type(title(), blank);
    expect((await generate()).disabled).toBe(true);
    expect(page.getByText('Enter a title first.')).toBeTruthy();
  });

  test('warns when the credits may not be enough', async () => {
    const server = await atTheIdea();
    await setBalance(server, 'olive', 3);
    openIdea(server);
    expect((await page.findByRole('link', { name: 'Buy Credits' })).getAttribute('href')).toBe(
      '/buy-credits',
    );
    expect(page.getByText(/3 credits left/)).toBeTruthy();
  });

  test('is replaced by an explanation where AI is off', async () => {
    openIdea(await atTheIdea({ columns: { aiAccess: 'off' } }));
    expect(await page.findByText(/^AI is switched off in this project\./)).toBeTruthy();
    expect(page.queryByRole('button', { name: /^Generate/ })).toBeNull();
  });

  test('offers a retry when the price could not be loaded', async () => {
    const server = await atTheIdea();
    server.network.reject(getAiState, 'internal', undefined, 1);
    const { user } = openIdea(server);
    expect(await page.findByText('The price of an image could not be loaded.')).toBeTruthy();
    await user.click(page.getByRole('button', { name: 'Try again' }));
    expect(await generate()).toBeTruthy();
  });

  test('is replaced by an explanation where there is no price', async () => {
    const server = await atTheIdea();
    server.network.amend(getAiState, ({ pictures, ...state }) => {
      return { ...state, pictures: { ...(pictures as object), price: null } };
    });
    openIdea(server);
    expect(await page.findByText('This AI feature is currently unavailable.')).toBeTruthy();
    expect(page.queryByRole('button', { name: /^Generate/ })).toBeNull();
  });
});

describe('generating', () => {
  test('sends title, logline, synopsis and the ratio, and changes the banner, the list and the balance', async () => {
    const server = await atTheIdea();
    const { user, client } = openIdea(server);
    client.setQueryData(projectsQuery().queryKey, [server.project]);
    await user.click(await generate());
    fireEvent.load(await comingImage());
    expect(await page.findByRole('img', { name: 'Concept image of Night Ferry' })).toBeTruthy();
    expect(server.drawn()).toEqual([
      {
        title: 'Night Ferry',
        logline: 'A purser counts one too many.',
        synopsis: 'Mara counts.',
        aspectRatio: '2.35:1',
      },
    ]);
    const { conceptImageUrl } = await server.stored();
    const shown = client.getQueryData(projectQuery(server.code).queryKey);
    expect([shown?.conceptImageUrl, shown?.conceptImageAspectRatio]).toEqual([conceptImageUrl, '2.35:1']);
    const [listed] = client.getQueryData(projectsQuery().queryKey) ?? [];
    expect(listed?.conceptImageUrl).toBe(conceptImageUrl);
    expect(client.getQueryData(currentUserQuery.queryKey)?.creditBalance).toBe(480);
    expect(client.getQueryData(aiStateQuery(server.project.id).queryKey)?.creditBalance).toBe(480);
  });

  test('uses the typed text, and saves it', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    await generate();
    await user.type(title(), ' II');
    await user.click(await generate());
    await waitFor(() => expect(server.drawn()).toMatchObject([{ title: 'Night Ferry II' }]));
    expect(server.saves()).toMatchObject([{ name: 'Night Ferry II' }]);
  });

  test('leaves the old image until the new one has loaded', async () => {
    const server = await atTheIdea({ columns: { conceptImageUrl: '/uploads/old.png' } });
    const { user } = openIdea(server);
    await user.click(await generate());
    const coming = await comingImage(1);
    expect(page.getByRole('img').getAttribute('src')).toBe('/uploads/old.png');
    fireEvent.load(coming);
    const { conceptImageUrl } = await server.stored();
    expect(page.getByRole('img').getAttribute('src')).toBe(conceptImageUrl);
    expect(document.querySelectorAll('img')).toHaveLength(1);
  });

  test('uses a different key for every press', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    await user.click(await generate());
    await waitFor(() => expect(page.queryByRole('progressbar')).toBeNull());
    await user.click(await generate());
    await waitFor(() => expect(server.keys()).toHaveLength(2));
    expect(server.keys()).not.toContain(undefined);
    expect(new Set(server.keys()).size).toBe(2);
  });

  test('repeats with the same key when the answer was lost', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    server.network.losesAnswer = true;
    await user.click(await generate());
    expect(await page.findByText(failure)).toBeTruthy();
    await user.click(await generate());
    await waitFor(() => expect(server.keys()).toHaveLength(2));
    expect(new Set(server.keys()).size).toBe(1);
  });

  test('shows progress, continues while the view is closed, and can be cancelled', async () => {
    const server = await atTheIdea();
    const { user, leave, comeBack } = openIdea(server);
    server.network.hold(generateConceptImage);
    await user.click(await generate());
    expect(page.getByRole('progressbar', { name: 'Drawing the concept image' })).toBeTruthy();
    leave();
    await comeBack();
    await user.click(page.getByRole('button', { name: 'Cancel' }));
    expect(await generate()).toBeTruthy();
    expect(server.network.callsOf(generateConceptImage)[0]?.isAborted).toBe(true);
    expect(currentToasts().filter(({ isOpen }) => isOpen)).toEqual([]);
  });

  test('explains that a title is missing, and sends nothing', async () => {
    const server = await atTheIdea();
    await new PictureFrame(createQueryClient(), 1).draw({ name: ' ', logline: 'Counted.', synopsis: '' });
    expect(currentToasts()[0]).toMatchObject({
      title: 'Title required',
      description: 'Please enter a title before generating an image.',
    });
    expect(server.drawn()).toEqual([]);
  });

  test('links to buying credits when they are missing', async () => {
    const left: string[] = [];
    vi.spyOn(pageNavigation, 'leaveTo').mockImplementation((address) => void left.push(address));
    const server = await atTheIdea();
    const { user } = openIdea(server);
    await setBalance(server, 'olive', 0);
    await user.click(await generate());
    expect(await page.findByText('Out of credits')).toBeTruthy();
    // Toasts request pointer capture, which jsdom lacks.
    fireEvent.click(page.getByRole('button', { name: 'Buy Credits' }));
    expect(left).toEqual(['/buy-credits']);
  });

  test.each<ErrorCode>(['internal', 'upstream', 'unavailable'])(
    'reports a failure (%s) and keeps the banner',
    async (code) => {
      const server = await atTheIdea({ columns: { conceptImageUrl: '/uploads/old.png' } });
      const { user } = openIdea(server);
      server.network.reject(generateConceptImage, code);
      await user.click(await generate());
      expect(await page.findByText(failure)).toBeTruthy();
      expect(page.getByRole('img').getAttribute('src')).toBe('/uploads/old.png');
      expect(await generate()).toBeTruthy();
    },
  );

  test('reports that AI was switched off, and removes the control', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    await generate();
    await server.as('olive').patch(server.people.projectUrl, { aiAccess: 'off' });
    await user.click(await generate());
    await waitFor(() => expect(page.queryByRole('button', { name: /^Generate/ })).toBeNull());
    expect(currentToasts()[0]?.description).toBe('AI is switched off in this project.');
  });
});
