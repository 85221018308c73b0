import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { generateVoiceDescription } from '#shared/contract/characters.ts';
import { designVoice, listVoices, type VoiceDesign } from '#shared/contract/voices.ts';
import { setBalance } from '#test/browser.ts';
import { answers } from '#test/models.ts';
import { callsEnd } from '#test/network.ts';
import { card, choose, field, openCast, press } from '#web/characters/testing.tsx';
import { freshBrowser } from '#web/lib/testing.ts';
import { stubAudio } from '#web/script/testing/fakeAudio.ts';
import { aCastWithVoices, library } from './testing.ts';

freshBrowser();
beforeEach(stubAudio);

const cast = [
  { name: 'TOBIAS', role: 'Engineer', age: 61, description: 'A Scottish man. His hands are black.' },
];

/** Open the form for TOBIAS. */
async function openDesign() {
  const castPage = await aCastWithVoices({ cast });
  const opened = { ...(await openCast(castPage)), list: castPage.list };
  await opened.user.click(await page.findByRole('button', { name: 'Choose a voice' }));
  await opened.user.click(await page.findByRole('button', { name: 'Design Your Voice' }));
  await page.findByRole('dialog', { name: 'Design Your Voice' });
  await page.findByRole('button', { name: /^Create Voice/ });
  return opened;
}
const create = () => page.getByRole('button', { name: /^Create Voice/ });
const describeIt = (text: string) => fireEvent.change(field('Description'), { target: { value: text } });
const optionsOf = (name: string) =>
  within(page.getByRole('combobox', { name }))
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ value }) => value);
const answerDesign = (
  { network }: Pick<Awaited<ReturnType<typeof openDesign>>, 'network'>,
  voice_id: string,
) => network.interrupt(designVoice, ({ body }) => Response.json({ voice_id, name: body?.voiceName }));

describe('the form', () => {
  test.each<[string, [string, string][], Pick<VoiceDesign, 'gender' | 'age' | 'accent'>]>([
    ['what is known', [], { gender: 'male', age: 'old', accent: 'scottish' }],
    [
      'what is chosen',
      [
        ['Gender', 'female'],
        ['Age', 'middle_aged'],
        ['Accent', 'irish'],
      ],
      { gender: 'female', age: 'middle_aged', accent: 'irish' },
    ],
  ])('offers the known choices, and sends %s', async (_what, chosen, { gender, age, accent }) => {
    const opened = await openDesign();
    expect(optionsOf('Gender')).toEqual(['female', 'male']);
    expect(optionsOf('Age')).toEqual(['young', 'middle_aged', 'old']);
    expect(optionsOf('Accent')).toEqual([
      'american',
      'british',
      'australian',
      'irish',
      'scottish',
      'south_african',
    ]);
    const strength = page.getByRole<HTMLInputElement>('slider', { name: 'Accent strength' });
    expect([strength.min, strength.max]).toEqual(['0', '1']);
    expect(page.getByText('20 to 1000 characters; 0 now')).toBeTruthy();
    expect(create().textContent).toMatch(/^Create Voice [\d.]+ credits$/);
    answerDesign(opened, 'v-new');
    describeIt('Ten signs.');
    fireEvent.change(strength, { target: { value: '0.8' } });
    for (const [name, value] of chosen)
      fireEvent.change(page.getByRole('combobox', { name }), { target: { value } });
    await opened.user.click(create());
    await page.findByText('Voice created and applied');
    expect(opened.network.callsOf(designVoice).map(({ body }) => body)).toEqual([
      {
        prompt: 'Ten signs.',
        voiceName: 'TOBIAS',
        ...{ gender, age, accent, accentStrength: 0.8 },
      },
    ]);
  });

  test.each([
    ['description', () => {}],
    [
      'name',
      () => {
        describeIt('Like gravel.');
        fireEvent.change(field('Voice name'), { target: { value: ' ' } });
      },
    ],
  ])('requires a %s, and sends nothing without it', async (_what, write) => {
    const { user, network } = await openDesign();
    write();
    await user.click(create());
    expect(await page.findByText('Missing information')).toBeTruthy();
    expect(page.getByText('Please provide both a voice name and description.')).toBeTruthy();
    expect(network.callsOf(designVoice)).toEqual([]);
  });

  test('shows the reason of a rejection, or that a higher tier is needed', async () => {
    const { user, network } = await openDesign();
    describeIt('Like gravel.');
    network.reject(designVoice, 'forbidden', 'Your plan has no voice design.', 1);
    await user.click(create());
    expect(await page.findByText('Voice design unavailable')).toBeTruthy();
    expect(page.getByText('Your plan has no voice design.')).toBeTruthy();
    network.interrupt(designVoice, () => new Response('', { status: 502 }));
    await user.click(create());
    expect(
      await page.findByText('Designing voices needs a higher-tier subscription with the voice provider.'),
    ).toBeTruthy();
  });

  test('links to buying credits when they are missing', async () => {
    const opened = await openDesign();
    describeIt('Like gravel, but friendly, and never in a hurry.');
    await setBalance(opened, 'olive', 0);
    await opened.user.click(create());
    expect(await page.findByText('Out of credits')).toBeTruthy();
  });
});

test('assigns the designed voice to the character, and adds it to the library', async () => {
  const opened = await openDesign();
  opened.models.script(answers('made-1'));
  describeIt('Like gravel, but friendly, and never in a hurry.');
  await opened.user.click(create());
  expect(await page.findByText('Voice created and applied')).toBeTruthy();
  expect((await opened.cast())[0]?.voiceId).toBe('made-1');
  expect(page.queryByRole('dialog')).toBeNull();
  const mine = (await opened.as('olive').get('/api/voices')).json();
  expect(mine).toContainEqual(
    expect.objectContaining({ voice_id: 'made-1', name: 'TOBIAS', category: 'generated' }),
  );
});

describe('a voice that is still being made', () => {
  const made = { voice_id: 'v-new', name: 'TOBIAS' };

  /** Request a voice, and stop the clock. */
  async function waiting() {
    const opened = await openDesign();
    answerDesign(opened, 'pending_1');
    describeIt('Like gravel.');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    fireEvent.click(create());
    await waitFor(() => expect(opened.network.callsOf(designVoice)).toHaveLength(1));
    await page.findByRole('progressbar', { name: 'Making the voice TOBIAS' });
    await act(callsEnd);
    const before = opened.network.callsOf(listVoices).length;
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 5) {
        await act(async () => {
          await vi.advanceTimersByTimeAsync(5000);
          await callsEnd();
        });
      }
    };
    return { ...opened, pass, polls: () => opened.network.callsOf(listVoices).length - before };
  }

  test('is polled every five seconds and applied when it is ready', async () => {
    const { pass, polls, list, cast: stored } = await waiting();
    list.voices = [{ voice_id: 'pending_1', name: 'TOBIAS' }, ...library];
    await act(() => vi.advanceTimersByTimeAsync(4900));
    expect(polls()).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(100));
    await pass(5);
    expect(polls()).toBe(2);
    expect((await stored())[0]?.voiceId).toBeNull();
    list.voices = [made, ...library];
    await pass(5);
    expect(await page.findByText('Voice created and applied')).toBeTruthy();
    expect((await stored())[0]?.voiceId).toBe('v-new');
    const last = polls();
    await pass(20);
    expect(polls()).toBe(last);
  });

  test('is polled at most 24 times', async () => {
    const { pass, polls, cast: stored } = await waiting();
    await pass(200);
    expect(
      await page.findByText('The voice is still being made. It will appear in the library when ready.'),
    ).toBeTruthy();
    expect(page.getByText('Voice design unavailable')).toBeTruthy();
    // The library, which is shown again, refetches once.
    expect(polls()).toBe(25);
    expect((await stored())[0]?.voiceId).toBeNull();
  });

  test('is not polled after the form is closed', async () => {
    const { pass, polls } = await waiting();
    await pass(5);
    fireEvent.keyDown(page.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    await pass(30);
    expect(polls()).toBe(1);
  });

  test('reports a failure', async () => {
    const { pass, list } = await waiting();
    list.voices = [{ voice_id: 'pending_1', name: 'TOBIAS' }];
    await pass(5);
    list.voices = [];
    await pass(5);
    expect(await page.findByText('The voice could not be made. Please try again.')).toBeTruthy();
    expect(create()).toBeTruthy();
  });

  test('is not confused with an older one of the same name', async () => {
    const opened = await aCastWithVoices({ cast });
    opened.list.voices = [{ voice_id: 'v-old', name: 'TOBIAS' }, ...library];
    const { readyVoice } = await import('./pending.ts');
    expect(readyVoice(opened.list.voices, 'TOBIAS', new Set(['v-old']))).toBeUndefined();
    expect(readyVoice([...opened.list.voices, made], 'TOBIAS', new Set(['v-old']))).toEqual(made);
  });
});

describe('a description', () => {
  const generate = () => page.findByRole('button', { name: /^Generate voice description/ });

  test("is generated from the character's fields, and fills the form", async () => {
    const { user, network, models, project } = await openDesign();
    models.script(
      answers(JSON.stringify({ description: 'A low voice that takes its time over every word.' })),
    );
    await user.click(await generate());
    await waitFor(() =>
      expect(field('Description').value).toBe('A low voice that takes its time over every word.'),
    );
    expect(network.callsOf(generateVoiceDescription).map(({ body }) => body)).toEqual([
      {
        characterName: 'TOBIAS',
        description: 'A Scottish man. His hands are black.',
        role: 'Engineer',
        age: 61,
        characterType: 'supporting',
        projectId: project.id,
      },
    ]);
  });

  test('needs a name', async () => {
    const { user, network } = await openCast(await aCastWithVoices({ cast }));
    await card('TOBIAS');
    await press(user, 'New Character');
    await user.click(await page.findByRole('button', { name: 'Choose a voice' }));
    await user.click(await page.findByRole('button', { name: 'Design Your Voice' }));
    await user.click(await generate());
    expect(await page.findByText('Character name and project are required for generation.')).toBeTruthy();
    expect(network.writes).toEqual([]);
  });

  test.each([
    ['Could not connect to generate voice description.', 'cut'],
    ['The server is broken.', 'reject'],
    ['Could not generate voice description.', 'silent'],
  ])('reports a failure with "%s"', async (text, how) => {
    const { user, network } = await openDesign();
    if (how === 'cut') network.cut(generateVoiceDescription);
    if (how === 'reject') network.reject(generateVoiceDescription, 'internal');
    if (how === 'silent')
      network.interrupt(generateVoiceDescription, () => new Response('', { status: 500 }));
    await user.click(await generate());
    expect(await page.findByText('Generation Failed')).toBeTruthy();
    expect(page.getByText(text)).toBeTruthy();
  });
});

test("is saved with the voice designed in a character's form", async () => {
  const opened = await openCast(await aCastWithVoices({ cast }));
  const { user } = opened;
  answerDesign(opened, 'v-new');
  await choose(user, 'TOBIAS', 'Edit');
  const form = within(await page.findByRole('dialog', { name: 'Edit TOBIAS' }));
  await user.click(form.getByRole('button', { name: 'Choose a voice' }));
  await user.click(await page.findByRole('button', { name: 'Design Your Voice' }));
  const design = within(await page.findByRole('dialog', { name: 'Design Your Voice' }));
  fireEvent.change(design.getByRole('textbox', { name: 'Description' }), {
    target: { value: 'Like gravel.' },
  });
  await user.click(await design.findByRole('button', { name: /^Create Voice/ }));
  await page.findByText('Voice created and applied');
  await waitFor(() => expect(page.queryByRole('dialog', { name: 'Design Your Voice' })).toBeNull());
  await press(user, 'Save');
  await page.findByText('Character updated');
  expect((await opened.cast())[0]?.voiceId).toBe('v-new');
});
