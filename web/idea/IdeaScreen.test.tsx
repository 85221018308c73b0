import { fireEvent, screen as page, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { updateProject } from '#shared/contract/projects.ts';
import { aCharacter } from '#test/factories.ts';
import type { Name, ScriptLine } from '#test/world.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { atTheIdea, openIdea } from './testing.tsx';

freshBrowser();

const field = (name: string) => page.getByRole<HTMLTextAreaElement>('textbox', { name });
const banner = () => {
  const found = field('Title').closest<HTMLElement>('[style*="aspect-ratio"]');
  if (!found) throw new Error('Nothing with a ratio is around the title');
  return found;
};

/** Replace the field's text and leave the field. */
async function put(user: ReturnType<typeof openIdea>['user'], name: string, text: string) {
  await user.clear(field(name));
  if (text) await user.type(field(name), text);
  await user.tab();
}

const all = {
  name: 'Night Ferry',
  logline: 'A purser counts one too many.',
  synopsis: 'Mara counts.',
  conceptImageAspectRatio: '2.35:1',
};

describe('the banner', () => {
  test('is 2.35 times as wide as high for any stored ratio', async () => {
    openIdea(await atTheIdea({ columns: { conceptImageAspectRatio: '16:9' } }));
    expect(banner().style.aspectRatio.replaceAll(' ', '')).toBe('2.35/1');
  });

  test('has title and logline over it, and the synopsis below', async () => {
    openIdea(await atTheIdea());
    expect(field('Title').value).toBe('Night Ferry');
    expect(field('Logline').value).toBe('A purser counts one too many.');
    expect(field('Synopsis').value).toBe('Mara counts.');
    expect(banner().contains(field('Logline'))).toBe(true);
    expect(banner().contains(field('Synopsis'))).toBe(false);
    const order = banner().compareDocumentPosition(field('Synopsis'));
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  test('shows the concept image with an alternative text', async () => {
    openIdea(await atTheIdea({ columns: { conceptImageUrl: '/uploads/ferry.png' } }));
    const image = page.getByRole('img', { name: 'Concept image of Night Ferry' });
    expect([banner().contains(image), image.getAttribute('src')]).toEqual([true, '/uploads/ferry.png']);
  });

  test('has a background without an image, and where the image fails to load', async () => {
    openIdea(await atTheIdea({ columns: { conceptImageUrl: '/uploads/gone.png' } }));
    fireEvent.error(page.getByRole('img'));
    expect(page.queryByRole('img')).toBeNull();
    expect(banner().querySelector('svg rect')).toBeTruthy();
  });
});

describe('leaving a field', () => {
  test('sends one save with the changed fields', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    await put(user, 'Logline', 'Forty-one, forty-two.');
    expect(await page.findByText('Saved')).toBeTruthy();
    expect(page.getByText('Changes saved')).toBeTruthy();
    expect(server.saves()).toEqual([{ ...all, logline: 'Forty-one, forty-two.' }]);
  });

  test('sends nothing without a change', async () => {
    const server = await atTheIdea({ columns: { synopsis: 'Stored with a line break.\n' } });
    const { user } = openIdea(server);
    for (const name of ['Title', 'Logline', 'Synopsis']) await user.click(field(name));
    await user.tab();
    await user.type(field('Logline'), 'x{Backspace}  ');
    await user.tab();
    expect(server.saves()).toEqual([]);
    expect(page.queryByText('Saved')).toBeNull();
  });

  test('saves every field trimmed', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    await user.clear(field('Title'));
    await user.type(field('Title'), '  Day Ferry ');
    fireEvent.change(field('Synopsis'), { target: { value: '\n Mara counts again. \n' } });
    await user.tab();
    await page.findByText('Saved');
    expect(server.saves()).toEqual([{ ...all, name: 'Day Ferry', synopsis: 'Mara counts again.' }]);
    expect(field('Title').value).toBe('Day Ferry');
  });

  test('saves the other fields and restores the title when it is blank', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    await user.clear(field('Title'));
    await user.type(field('Title'), '   ');
    fireEvent.change(field('Logline'), { target: { value: 'Nobody knows her.' } });
    await user.tab();
    await page.findByText('Saved');
    const { name: _, ...others } = all;
    expect(server.saves()).toEqual([{ ...others, logline: 'Nobody knows her.' }]);
    expect(field('Title').value).toBe('Night Ferry');
  });

  test('sends nothing when title, logline and synopsis are all blank', async () => {
    const server = await atTheIdea({ columns: { logline: null, synopsis: null } });
    const { user } = openIdea(server);
    await put(user, 'Title', ' ');
    expect(server.saves()).toEqual([]);
    expect(field('Title').value).toBe('Night Ferry');
  });

  test('reports a field that is too long, and sends nothing until it is shorter', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    fireEvent.change(field('Logline'), { target: { value: 'x'.repeat(1001) } });
    fireEvent.blur(field('Logline'));
    const text = 'Logline has 1,001 characters. The maximum is 1,000; shorten it to save.';
    expect(page.getByRole('alert').textContent).toBe(text);
    expect(server.saves()).toEqual([]);
    await user.type(field('Logline'), '{Backspace}');
    await user.tab();
    await page.findByText('Saved');
    expect(server.saves()).toHaveLength(1);
  });

  test('shows the new values wherever the project is shown', async () => {
    const server = await atTheIdea();
    const { user, client } = openIdea(server);
    await put(user, 'Title', 'Day Ferry');
    await page.findByText('Saved');
    expect(client.getQueryData(projectQuery(server.code).queryKey)?.name).toBe('Day Ferry');
  });

  test('saves after a pending save, and keeps the text being typed', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    const release = server.network.hold(updateProject);
    await put(user, 'Logline', 'One.');
    expect(page.getByText('Saving…')).toBeTruthy();
    await put(user, 'Synopsis', 'Two.');
    await user.type(field('Title'), ' II');
    expect(server.saves()).toHaveLength(1);
    release();
    await waitFor(() => expect(server.saves()).toHaveLength(2));
    expect(server.saves()[1]).toMatchObject({ logline: 'One.', synopsis: 'Two.' });
    expect(field('Title').value).toBe('Night Ferry II');
  });
});

describe('a title', () => {
  test('is one paragraph: Enter leaves it, and pasted line breaks become spaces', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    await user.clear(field('Title'));
    await user.paste('The Last\nCrossing');
    await user.keyboard('{Enter}');
    await page.findByText('Saved');
    expect(server.saves()).toMatchObject([{ name: 'The Last Crossing' }]);
  });
});

test('keeps the focus at the Enter that ends a composition', async () => {
  const { user } = openIdea(await atTheIdea());
  await user.click(field('Title'));
  fireEvent.keyDown(field('Title'), { key: 'Enter', keyCode: 229, isComposing: false });
  expect(document.activeElement).toBe(field('Title'));
});

describe('a save that fails', () => {
  test('shows an error, keeps the text and offers a retry', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    const restore = server.network.reject(updateProject, 'internal');
    await put(user, 'Logline', 'Nobody knows her.');
    expect(await page.findByText('Error')).toBeTruthy();
    expect(page.getByText('Failed to save changes. Please try again.')).toBeTruthy();
    expect(page.getByText('Not saved')).toBeTruthy();
    expect(field('Logline').value).toBe('Nobody knows her.');
    restore();
    const [again] = page.getAllByRole('button', { name: 'Try again' });
    if (again) await user.click(again);
    expect(await page.findByText('Saved')).toBeTruthy();
    expect((await server.stored()).logline).toBe('Nobody knows her.');
  });

  test('is cleared when the old text is restored', async () => {
    const server = await atTheIdea({ columns: { logline: 'Old.' } });
    const { user } = openIdea(server);
    server.network.reject(updateProject, 'internal');
    await put(user, 'Logline', 'New.');
    await page.findByText('Not saved');
    await put(user, 'Logline', 'Old.');
    expect(page.queryByText('Not saved')).toBeNull();
  });
});

describe('leaving the view', () => {
  test('saves text that is still being typed', async () => {
    const server = await atTheIdea();
    const { user, leave } = openIdea(server);
    await user.type(field('Synopsis'), ' Again.');
    leave();
    await waitFor(() => expect(server.saves()).toMatchObject([{ synopsis: 'Mara counts. Again.' }]));
  });

  test('keeps unsaved text for the next visit', async () => {
    const server = await atTheIdea();
    const { user, leave, comeBack } = openIdea(server);
    const restore = server.network.reject(updateProject, 'internal');
    await user.type(field('Synopsis'), ' Again.');
    leave();
    await waitFor(() => expect(server.saves()).toHaveLength(1));
    await comeBack();
    expect(field('Synopsis').value).toBe('Mara counts. Again.');
    expect(page.getByText('Not saved')).toBeTruthy();
    restore();
    fireEvent.click(page.getAllByRole('button', { name: 'Try again' })[0] ?? document.body);
    expect(await page.findByText('Saved')).toBeTruthy();
    expect((await server.stored()).synopsis).toBe('Mara counts. Again.');
  });

  test('asks before the tab closes with unsaved changes', async () => {
    const server = await atTheIdea();
    const { user } = openIdea(server);
    const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isHeld()).toBe(false);
    await user.type(field('Synopsis'), ' Again.');
    expect(isHeld()).toBe(true);
    await user.tab();
    await page.findByText('Saved');
    expect(isHeld()).toBe(false);
  });
});

describe('the facts', () => {
  test('shows the figures of script and cast', async () => {
    const lines = Array.from({ length: 1200 }, (_, at): ScriptLine => ['scene_heading', `INT. CABIN ${at}`]);
    const server = await atTheIdea({ lines });
    await aCharacter(server.db, { projectId: server.project.id });
    openIdea(server);
    expect(await page.findByText('1,200 scenes')).toBeTruthy();
    expect(page.getByText('1 character')).toBeTruthy();
  });

  test('shows that script and cast are empty', async () => {
    openIdea(await atTheIdea({ lines: [] }));
    expect(await page.findByText('No scenes yet')).toBeTruthy();
    expect(page.getByText('Nobody yet')).toBeTruthy();
  });
});

describe.each<[string, Name]>([
  ['viewer', 'vic'],
  ['commenter', 'cora'],
])('for a %s', (_role, who) => {
  test('shows viewers plain text without a generate button', async () => {
    openIdea(await atTheIdea({ user: who }));
    expect(page.getByRole('heading', { name: 'Night Ferry' })).toBeTruthy();
    expect(page.getByText('A purser counts one too many.')).toBeTruthy();
    expect(page.getByText('Mara counts.')).toBeTruthy();
    expect(page.queryByRole('textbox')).toBeNull();
    expect(page.queryByRole('button')).toBeNull();
  });
});
