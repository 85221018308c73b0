import { createBrowserHistory } from '@tanstack/react-router';
import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { characters } from '#server/db/schema/script.ts';
import { getAiState } from '#shared/contract/ai.ts';
import { updateProject } from '#shared/contract/projects.ts';
import { generateCharacterTemplate, generateSceneTemplate } from '#shared/contract/templates.ts';
import { defaultTemplates } from '#shared/promptTemplates.ts';
import { setBalance } from '#test/browser.ts';
import { aCharacter } from '#test/factories.ts';
import type { Name } from '#test/world.ts';
import { freshBrowser, isOff } from '#web/lib/testing.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { openSettings } from './testing.tsx';

freshBrowser();

const editor = (name: string) => within(page.getByRole('region', { name }));
const scenes = () => editor('Scene images');
const avatars = () => editor('Character avatars');
const sceneField = () =>
  page.getByRole<HTMLTextAreaElement>('textbox', { name: 'Template for scene images' });
const avatarField = () =>
  page.getByRole<HTMLTextAreaElement>('textbox', { name: 'Template for character avatars' });
const saveButton = () => page.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const isUnsaved = () => page.queryByText('Unsaved changes') !== null;
/** Return whether a template is the built-in engine's for the car deck. */
const isMade = (template: string) => /car deck|grainy/i.test(template);

test('there are two editors, one for scene images and one for character avatars, with what is saved', async () => {
  await openSettings({
    columns: { sceneImagePromptTemplate: 'Rain on {{location}}', characterAvatarPromptTemplate: null },
  });
  expect(sceneField().value).toBe('Rain on {{location}}');
  expect(avatarField().value).toBe('');
  expect(avatars().getByText('Empty: the default prompt is used.')).toBeTruthy();
  expect(scenes().queryByText('Empty: the default prompt is used.')).toBeNull();
});

test.each([
  ['Scene images', ['location', 'timeOfDay', 'sceneHeading', 'notes', 'scriptContext']],
  ['Character avatars', ['name', 'age', 'description', 'role', 'characterType', 'styleControl']],
])('%s shows the variables it may use', async (name, variables) => {
  await openSettings();
  const shown = editor(name).getAllByRole('listitem');
  expect(shown.map(({ textContent }) => textContent)).toEqual(variables.map((each) => `{{${each}}}`));
});

describe('saving', () => {
  test('is possible only with changes, sends both templates, and says so', async () => {
    const { saved, user } = await openSettings({ columns: { characterAvatarPromptTemplate: 'A face' } });
    expect([isOff(saveButton()), isUnsaved()]).toEqual([true, false]);
    await user.type(sceneField(), 'Fog');
    expect([isOff(saveButton()), isUnsaved()]).toEqual([false, true]);
    await user.click(saveButton());
    expect(await page.findByText('Settings saved')).toBeTruthy();
    expect(saved()).toEqual([{ sceneImagePromptTemplate: 'Fog', characterAvatarPromptTemplate: 'A face' }]);
    expect([isOff(saveButton()), isUnsaved(), sceneField().value]).toEqual([true, false, 'Fog']);
  });

  test('an emptied template stores none, so that the default is used', async () => {
    const { saved, user } = await openSettings({ columns: { sceneImagePromptTemplate: 'Fog' } });
    await user.clear(sceneField());
    await user.click(saveButton());
    await waitFor(() =>
      expect(saved()).toEqual([{ sceneImagePromptTemplate: null, characterAvatarPromptTemplate: null }]),
    );
  });

  test('Ctrl and Cmd+S save, and without changes nothing is sent', async () => {
    const { saved, user } = await openSettings();
    expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })).toBe(false);
    expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true, keyCode: 229 })).toBe(true);
    await user.type(sceneField(), 'Fog{Meta>}s{/Meta}');
    await waitFor(() => expect(saved()).toHaveLength(1));
    await waitFor(() => expect(isUnsaved()).toBe(false));
  });

  test('leaves text unsaved that is written during the save', async () => {
    const { network, user } = await openSettings();
    const release = network.hold(updateProject);
    await user.type(sceneField(), 'Fog');
    await user.click(saveButton());
    await waitFor(() => expect(page.getByText('Saving...')).toBeTruthy());
    expect(isOff(saveButton())).toBe(true);
    await user.type(sceneField(), ' and rain');
    release();
    await waitFor(() => expect([isUnsaved(), isOff(saveButton())]).toEqual([true, false]));
    expect(sceneField().value).toBe('Fog and rain');
  });

  test('reports a failure, keeps the text, and allows another try', async () => {
    const { network, user } = await openSettings();
    network.reject(updateProject, 'internal');
    await user.type(sceneField(), 'Fog');
    await user.click(saveButton());
    expect(await page.findByText('Failed to save settings')).toBeTruthy();
    expect(page.getByText('Unable to update prompt templates. Please try again.')).toBeTruthy();
    expect([sceneField().value, isUnsaved(), isOff(saveButton())]).toEqual(['Fog', true, false]);
  });

  test('a template of more than 10,000 characters waits until it is shortened', async () => {
    await openSettings();
    fireEvent.change(sceneField(), { target: { value: 'x'.repeat(10_001) } });
    expect(page.getByRole('alert').textContent).toBe('Too long by 1 character.');
    expect(isOff(saveButton())).toBe(true);
    fireEvent.change(sceneField(), { target: { value: 'x'.repeat(10_000) } });
    expect(isOff(saveButton())).toBe(false);
  });
});

test('discarding asks, reloads the project and clears the flag', async () => {
  const { as, people, user } = await openSettings({ columns: { sceneImagePromptTemplate: 'Fog' } });
  await user.type(sceneField(), '!');
  await as('eddie').patch(people.projectUrl, { sceneImagePromptTemplate: 'Rain' });
  await user.click(page.getByRole('button', { name: 'Discard changes' }));
  await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(sceneField().value).toBe('Fog!');
  await user.click(page.getByRole('button', { name: 'Discard changes' }));
  await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(sceneField().value).toBe('Rain'));
  expect([isUnsaved(), isOff(saveButton())]).toEqual([false, true]);
});

test('a reload of the project shows what it brings, keeps what is being written, and says who would lose', async () => {
  const { client, as, people, code, user } = await openSettings();
  const reload = async (template: string) => {
    await as('eddie').patch(people.projectUrl, { sceneImagePromptTemplate: template });
    await client.refetchQueries({ queryKey: projectQuery(code).queryKey, exact: true });
  };
  await reload('Rain');
  await waitFor(() => expect(sceneField().value).toBe('Rain'));
  expect(isUnsaved()).toBe(false);
  await user.type(sceneField(), ' and fog');
  await reload('Snow');
  expect(await page.findByText(/Someone else has changed a template/)).toBeTruthy();
  expect(sceneField().value).toBe('Rain and fog');
  await reload('Rain and fog');
  await waitFor(() => expect(isOff(saveButton())).toBe(true));
});

describe('Reset', () => {
  test.each([
    ['Scene images', sceneField, defaultTemplates.scene],
    ['Character avatars', avatarField, defaultTemplates.character],
  ])('of %s restores the default and sets the flag', async (name, field, standard) => {
    const { saved, user } = await openSettings();
    await user.type(field(), 'Mine');
    await user.click(editor(name).getByRole('button', { name: 'Reset' }));
    expect([field().value, isUnsaved(), saved()]).toEqual([standard, true, []]);
    expect(isOff(editor(name).getByRole('button', { name: 'Reset' }))).toBe(true);
  });

  test('can be undone', async () => {
    const { user } = await openSettings();
    await user.type(sceneField(), 'Mine');
    await user.click(scenes().getByRole('button', { name: 'Reset' }));
    await user.click(scenes().getByRole('button', { name: 'Undo' }));
    expect(sceneField().value).toBe('Mine');
    expect(scenes().queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('variables', () => {
  test('are inserted at the caret', async () => {
    const { user } = await openSettings();
    await user.type(sceneField(), 'Rain on , at night');
    sceneField().setSelectionRange(8, 8);
    await user.click(scenes().getByRole('button', { name: 'Insert {{location}}' }));
    expect(sceneField().value).toBe('Rain on {{location}}, at night');
    expect(document.activeElement).toBe(sceneField());
    expect(sceneField().selectionStart).toBe('Rain on {{location}}'.length);
    expect(isUnsaved()).toBe(true);
  });

  test('are named when they do not exist', async () => {
    await openSettings();
    const write = (value: string) => fireEvent.change(sceneField(), { target: { value } });
    write('{{location}} in {{mood}}');
    expect(scenes().getByText('{{mood}} is not a variable here and is left out of the prompt.')).toBeTruthy();
    write('{{name}} in {{mood}}');
    expect(
      scenes().getByText('{{name}}, {{mood}} are not variables here and are left out of the prompt.'),
    ).toBeTruthy();
    write('{{location}} in {mood}');
    expect(scenes().queryByText(/left out/)).toBeNull();
  });
});

describe('the preview', () => {
  const prompt = (name: string) => editor(name).getByRole('status', { name: 'Filled prompt' });

  test('fills the template with a scene, as it is written', async () => {
    await openSettings();
    fireEvent.change(sceneField(), {
      target: { value: '{{location}}/{{timeOfDay}}/{{sceneHeading}}/{{notes}}/{{scriptContext}}/{location}' },
    });
    await waitFor(() =>
      expect(prompt('Scene images').textContent).toBe(
        'CAR DECK/NIGHT/INT. CAR DECK - NIGHT/Cold light/A clicker counts./{location}',
      ),
    );
  });

  test('fills the template with the character that is chosen', async () => {
    const { user } = await openSettings({
      prepare: ({ db, project }) =>
        aCharacter(db, { projectId: project.id, name: 'TOBIAS', displayOrder: 2 }),
    });
    fireEvent.change(avatarField(), {
      target: { value: '{{name}}/{{age}}/{{description}}/{{role}}/{{characterType}}/{{styleControl}}' },
    });
    await waitFor(() =>
      expect(prompt('Character avatars').textContent).toBe(
        'MARA/41/Counts everything./purser/protagonist/grainy film',
      ),
    );
    await user.selectOptions(avatars().getByRole('combobox', { name: 'Preview with character' }), 'TOBIAS');
    expect(prompt('Character avatars').textContent).toMatch(/^TOBIAS\//);
    expect(prompt('Character avatars').textContent).not.toContain('41');
  });

  test('shows the default for an empty template', async () => {
    await openSettings();
    await waitFor(() =>
      expect(prompt('Character avatars').textContent).toBe(
        'Portrait of MARA, age 41, purser (protagonist). Counts everything. Visual style: grainy film. Neutral background, no text.',
      ),
    );
  });

  test('offers no place for what stands before the first heading', async () => {
    await openSettings({
      lines: [
        ['transition', 'FADE IN:'],
        ['scene_heading', 'INT. CAR DECK - NIGHT'],
      ],
    });
    const choice = await page.findByRole<HTMLSelectElement>('combobox', { name: 'Preview with scene' });
    expect([...choice.options].map(({ text }) => text)).toEqual(['1 INT. CAR DECK - NIGHT']);
  });

  test('explains when there will be one in a project without scenes and characters', async () => {
    await openSettings({
      lines: [],
      prepare: ({ db, project }) => db.delete(characters).where(eq(characters.projectId, project.id)),
    });
    expect(await page.findByText('Once the script has a scene, its prompt shows here.')).toBeTruthy();
    expect(await page.findByText('Once the project has a character, their prompt shows here.')).toBeTruthy();
  });
});

describe('Generate from script', () => {
  const button = (name: string) =>
    editor(name).getByRole<HTMLButtonElement>('button', { name: 'Generate from script' });
  const generate = async (user: Awaited<ReturnType<typeof openSettings>>['user'], name = 'Scene images') => {
    await waitFor(() => expect(button(name).disabled).toBe(false));
    await user.click(button(name));
  };
  const described = (name: string) =>
    document.getElementById(button(name).getAttribute('aria-describedby') ?? '')?.textContent;

  test.each([
    ['Scene images', sceneField, avatarField],
    ['Character avatars', avatarField, sceneField],
  ])('of %s fills that editor, sets the flag and saves nothing', async (name, field, other) => {
    const { saved, user } = await openSettings();
    await generate(user, name);
    await waitFor(() => expect(field().value).toSatisfy(isMade));
    expect([other().value, isUnsaved(), isOff(saveButton()), saved()]).toEqual(['', true, false, []]);
  });

  test('names its price before the press', async () => {
    await openSettings({ isPriced: true });
    await waitFor(() => expect(described('Scene images')).toMatch(/^Up to [\d.]+ credits$/));
    expect(described('Character avatars')).toBe(described('Scene images'));
  });

  test('is labelled where the built-in engine answers, and costs nothing', async () => {
    await openSettings();
    await waitFor(() => expect(described('Scene images')).toBe('Built-in, no credits'));
  });

  test('warns when the balance may not be enough', async () => {
    await openSettings({ isPriced: true, prepare: (browser) => setBalance(browser, 'olive', 0.01) });
    await waitFor(() =>
      expect(described('Scene images')).toMatch(
        /^Up to [\d.]+ credits, your balance may not be enough. Buy Credits$/,
      ),
    );
  });

  test.each([
    ['AI is switched off in this project.', { access: 'off' }],
    ['This AI feature is currently unavailable.', { templatePrice: null }],
  ])('cannot be pressed when "%s"', async (text, state) => {
    await openSettings({
      isPriced: true,
      prepare: ({ network }) => network.amend(getAiState, (reply) => ({ ...reply, ...state })),
    });
    await waitFor(() => expect(described('Scene images')).toBe(text));
    expect(button('Scene images').disabled).toBe(true);
  });

  test('cannot be pressed while nobody knows who answers', async () => {
    await openSettings({ prepare: ({ network }) => network.reject(getAiState, 'internal') });
    await waitFor(() => expect(described('Scene images')).toBe('This AI feature is currently unavailable.'));
    expect(button('Scene images').disabled).toBe(true);
  });

  test('replaces own text with an undo, also text written during the call', async () => {
    const { network, user } = await openSettings();
    const release = network.hold(generateSceneTemplate);
    await user.type(sceneField(), 'Mine');
    await generate(user);
    await user.type(sceneField(), ' alone');
    release();
    await waitFor(() => expect(sceneField().value).toSatisfy(isMade));
    await user.click(scenes().getByRole('button', { name: 'Undo' }));
    expect(sceneField().value).toBe('Mine alone');
  });

  test('shows that it works, and can be cancelled', async () => {
    const { network, user } = await openSettings();
    network.hold(generateSceneTemplate);
    await generate(user);
    expect(
      scenes().getByRole('progressbar', { name: 'Generating the template for scene images' }),
    ).toBeTruthy();
    await user.click(scenes().getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(scenes().queryByRole('progressbar')).toBeNull());
    const [asked] = network.callsOf(generateSceneTemplate);
    expect([asked?.isAborted, sceneField().value, isUnsaved()]).toEqual([true, '', false]);
    expect(page.queryByText('Failed to generate template')).toBeNull();
  });

  test('repeats an interrupted call with the same key', async () => {
    const { network, user } = await openSettings();
    network.cut(generateSceneTemplate, 1);
    await generate(user);
    await page.findByText('Failed to generate template');
    await generate(user);
    await waitFor(() => expect(sceneField().value).toSatisfy(isMade));
    const keys = network.callsOf(generateSceneTemplate).map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  test.each([
    [
      'Scene images',
      generateSceneTemplate,
      'Unable to analyze script and generate template. Please try again.',
    ],
    [
      'Character avatars',
      generateCharacterTemplate,
      'Unable to analyze script and generate character template. Please try again.',
    ],
  ])('of %s that fails says so and changes nothing', async (name, call, text) => {
    const { network, user } = await openSettings();
    network.reject(call, 'upstream');
    await generate(user, name);
    expect(await page.findByText('Failed to generate template')).toBeTruthy();
    expect(page.getByText(text)).toBeTruthy();
    expect([sceneField().value, avatarField().value, isUnsaved()]).toEqual(['', '', false]);
  });

  test('explains what to do for an empty script', async () => {
    const { user } = await openSettings({ lines: [] });
    await generate(user);
    expect(await page.findByText('Add some script content first.')).toBeTruthy();
  });

  test('links to buying credits when they are missing', async () => {
    const { user } = await openSettings({
      isPriced: true,
      prepare: (browser) => setBalance(browser, 'olive', 0),
    });
    await generate(user);
    expect(
      await page.findByText(
        "You're out of credits. Get started with a subscription or purchase credits directly.",
      ),
    ).toBeTruthy();
    expect(page.getByRole('button', { name: 'Buy Credits' })).toBeTruthy();
    expect(page.queryByText('Failed to generate template')).toBeNull();
  });
});

describe('leaving', () => {
  const away = () => page.getByRole('link', { name: 'Manage Projects' });

  test('asks with unsaved changes, and stays on "no"', async () => {
    const { router, user } = await openSettings();
    await user.type(sceneField(), 'Fog');
    await user.click(away());
    const question = await page.findByRole('alertdialog', { name: 'Leave without saving' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull());
    expect([router.state.location.pathname, sceneField().value]).toEqual(['/settings', 'Fog']);
    await user.click(away());
    await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
    expect(await page.findByText('All projects')).toBeTruthy();
  });

  test('asks nothing with everything saved', async () => {
    const { user } = await openSettings();
    await user.type(sceneField(), 'Fog');
    await user.click(saveButton());
    await waitFor(() => expect([isUnsaved(), page.queryByText('Saving...')]).toEqual([false, null]));
    await user.click(away());
    expect(await page.findByText('All projects')).toBeTruthy();
  });

  test('makes the browser ask on closing the tab with unsaved changes', async () => {
    window.history.replaceState(null, '', '/settings');
    const history = createBrowserHistory();
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const { user } = await openSettings({ history });
    expect(isAsked()).toBe(false);
    await user.type(sceneField(), 'Fog');
    expect(isAsked()).toBe(true);
    await user.click(saveButton());
    await waitFor(() => expect(isUnsaved()).toBe(false));
    await waitFor(() => expect(isAsked()).toBe(false));
    history.destroy();
  });

  test('for another part of the page asks nothing', async () => {
    const { router, user } = await openSettings();
    await user.type(sceneField(), 'Fog');
    await user.click(page.getByRole('link', { name: 'Project brief' }));
    await waitFor(() => expect(router.state.location.hash).toBe('brief'));
    expect(page.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement).toBe(page.getByRole('region', { name: 'Project brief' }));
  });
});

test.each<Name>(['vic', 'cora'])('a member such as %s reads, and has nothing to press', async (who) => {
  await openSettings({ user: who, columns: { sceneImagePromptTemplate: 'Fog' } });
  expect([sceneField().value, sceneField().readOnly, avatarField().readOnly]).toEqual(['Fog', true, true]);
  await page.findByRole('combobox', { name: 'Preview with scene' });
  expect(page.queryAllByRole('button')).toEqual([]);
  expect(scenes().getByText('{{location}}')).toBeTruthy();
});
