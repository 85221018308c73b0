import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { emptyTitlePage } from '#screenplay/element.ts';
import { projects } from '#server/db/schema/projects.ts';
import { updateProject } from '#shared/contract/projects.ts';
import { storeUnsentScript } from '#web/lib/unsentScript.ts';
import { closeScript, openScript, scene } from '#web/script/testing/openScript.tsx';
import { isTitlePageRequested, titleDraftKey, unsentTitlePage } from '../state/unsentTitlePage.ts';

afterEach(async () => {
  isTitlePageRequested.set(false);
  await closeScript();
});

const titlePage = { ...emptyTitlePage, title: '_Night Ferry_', author: 'Olive' };

/** Open a script, and its title page by the command. */
async function open() {
  const opened = await openScript(scene, { columns: { titlePage } });
  act(() => isTitlePageRequested.set(true));
  const region = await screen.findByRole('region', { name: 'Edit the title page' });
  const field = (name: string) => within(region).getByRole<HTMLTextAreaElement>('textbox', { name });
  const { db } = opened.server.browser;
  const stored = async () =>
    (await db.select().from(projects).where(eq(projects.id, opened.server.project.id)))[0]?.titlePage;
  return { ...opened, field, stored };
}

describe('the title page in its place', () => {
  test('has the caret in the title, plain text with its styles, and hints', async () => {
    const { field } = await open();
    await waitFor(() => expect(document.activeElement).toBe(field('Title')));
    expect(field('Title').value).toBe('Night Ferry');
    expect(field('Title').style.textDecoration).toBe('underline');
    expect(field('Contact').placeholder).toBe('Contact');
  });

  test('stores a text when the caret leaves, and letters keep their styles', async () => {
    const { field, stored, user } = await open();
    await user.type(field('Title'), ' II');
    await user.click(field('Author'));
    await user.tab();
    fireEvent.blur(field('Source'));
    await waitFor(async () => expect((await stored())?.title).toBe('_Night Ferry_ II'));
    expect((await stored())?.author).toBe('Olive');
  });

  test('goes on with Enter in a field of one line, and undoes over all fields', async () => {
    const { field, user } = await open();
    await user.type(field('Credit'), 'by{Enter}');
    expect(document.activeElement).toBe(field('Author'));
    await user.keyboard('!');
    fireEvent.keyDown(field('Author'), { key: 'z', ctrlKey: true });
    expect(field('Author').value).toBe('Olive');
    fireEvent.keyDown(field('Author'), { key: 'z', ctrlKey: true });
    expect([field('Credit').value, document.activeElement]).toEqual(['', field('Credit')]);
    fireEvent.keyDown(field('Credit'), { key: 'z', ctrlKey: true, shiftKey: true });
    expect(field('Credit').value).toBe('by');
  });

  test('is stored before a call that reads the script', async () => {
    const { field, stored, server, user } = await open();
    await user.type(field('Contact'), 'Pier 4');
    await storeUnsentScript(server.project.id);
    expect((await stored())?.contact).toBe('Pier 4');
  });

  test('keeps the text in the browser until the server has it', async () => {
    const { field, stored, server, user } = await open();
    const key = titleDraftKey(server.browser.people.olive.id, server.project.id);
    server.network.cut(updateProject, 1);
    await user.type(field('Contact'), 'Pier 4');
    fireEvent.blur(field('Contact'));
    await waitFor(() => expect(server.network.callsOf(updateProject)).toHaveLength(1));
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({ contact: 'Pier 4' });
    // The printed sheet has it before the server has.
    expect(screen.getByRole('article', { name: 'Title page' }).textContent).toContain('Pier 4');
    expect(unsentTitlePage.get()?.titlePage.contact).toBe('Pier 4');
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(localStorage.getItem(key)).toBe('{}'));
    await waitFor(() => expect(unsentTitlePage.get()).toBeNull());
    expect((await stored())?.contact).toBe('Pier 4');
  });

  test('leaves a field as somebody else has changed it since then', async () => {
    const { field, stored, server, user } = await open();
    await user.type(field('Contact'), 'Pier 4');
    const { browser } = server;
    await browser
      .as('eddie')
      .patch(browser.people.projectUrl, { titlePage: { ...titlePage, author: 'Eddie' } });
    fireEvent.blur(field('Contact'));
    await waitFor(async () => expect((await stored())?.contact).toBe('Pier 4'));
    expect((await stored())?.author).toBe('Eddie');
  });
});
