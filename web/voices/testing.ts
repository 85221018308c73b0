import { listVoices, type Voice } from '#shared/contract/voices.ts';
import type { Network } from '#test/network.ts';
import { atTheCast } from '#web/characters/testing.tsx';

const voice = (
  voice_id: string,
  name: string,
  labels: Record<string, string>,
  more: Partial<Voice> = {},
): Voice => ({
  voice_id,
  name,
  category: 'premade',
  labels,
  preview_url: `/api/voices/${voice_id}/preview`,
  fine_tuning: { language: 'en' },
  ...more,
});

/** Three voices: Sigrun has five labels, Wren has no preview, and Posy speaks German. */
export const library: Voice[] = [
  voice(
    'v-sigrun',
    'Sigrun',
    { gender: 'female', age: 'middle_aged', accent: 'american', descriptive: 'low', use_case: 'narration' },
    { description: 'Dry as a ledger.', sharing: { liked_by_count: 1204 } },
  ),
  voice('v-arvid', 'Arvid', { gender: 'male', age: 'middle_aged', accent: 'scottish' }),
  voice('v-nils', 'Nils', { gender: 'male', age: 'old', accent: 'british' }, { category: 'professional' }),
  { ...voice('v-wren', 'Wren', { gender: 'female', age: 'young' }), preview_url: undefined },
  voice(
    'v-posy',
    'Posy',
    { gender: 'female', age: 'young', accent: 'german' },
    { fine_tuning: { language: 'de' } },
  ),
];

/** Answer the list of voices; it can be replaced. */
export function answerVoices(network: Network, first: readonly Voice[] = library) {
  const list = { voices: first };
  network.interrupt(listVoices, () => Response.json(list.voices));
  return list;
}

/** Open a cast with a voice library. */
export async function aCastWithVoices(options: Parameters<typeof atTheCast>[0] = {}) {
  const browser = await atTheCast(options);
  const list = answerVoices(browser.network);
  return Object.assign(browser, { list });
}
