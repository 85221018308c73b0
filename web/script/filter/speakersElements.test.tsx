import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Element } from '#shared/contract/elements.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { freshBrowser, json, refusal, serve } from '#web/lib/testing.ts';
import { elementsQuery } from '../script.data.ts';
import { scene } from '../testing/openScript.tsx';
import { ScriptServer } from '../testing/scriptServer.ts';
import { noFilter, type ScriptFilter } from './filter.ts';
import { elementsOfKey, filteredElements, useSpeakersElements } from './speakersElements.ts';

freshBrowser();

const { elements } = new ScriptServer([
  ...scene.map(([elementType, content]) => ({ elementType, content })),
  { elementType: 'scene_heading', content: 'EXT. AFT RAIL - NIGHT' },
]);
const maras = elements.slice(2, 4);
const address = 'GET /api/projects/PrQTbI/script-elements?characterId=7';
const mara: ScriptFilter = { sceneId: null, characterId: 7 };

function filterBy(first: ScriptFilter, client: QueryClient = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const show = (filter: ScriptFilter) => {
    const told = useSpeakersElements(1, filter);
    return { ...told, elements: filteredElements(elements, filter, told.ids) };
  };
  const hook = renderHook(show, { initialProps: first, wrapper });
  return { client, ...hook };
}

test('without a filter there is the whole script, and no call', () => {
  const seen = serve({});
  const { result } = filterBy(noFilter);
  expect(result.current.elements).toBe(elements);
  expect(result.current.isPending).toBe(false);
  expect(seen).toEqual([]);
});

test('a scene is its elements, without a call', () => {
  const seen = serve({});
  const { result } = filterBy({ sceneId: elements[0]?.sceneId ?? 0, characterId: null });
  expect(result.current.elements).toEqual(elements.slice(0, 4));
  expect(result.current.elements[0]).toBe(elements[0]);
  expect(seen).toEqual([]);
});

test('a character is what the server says, with a call that names the character and no scene', async () => {
  const seen = serve({ [address]: () => json(maras) });
  const { result } = filterBy(mara);
  expect(result.current).toMatchObject({ elements: [], isPending: true });
  await waitFor(() => expect(result.current.elements).toEqual(maras));
  expect(result.current.elements[0]).toBe(elements[2]);
  expect(seen.map(({ path }) => path)).toEqual(['/api/projects/PrQTbI/script-elements?characterId=7']);
});

test('choosing a character again asks again', async () => {
  const seen = serve({ [address]: () => json(maras) });
  const { result, rerender } = filterBy(mara);
  await waitFor(() => expect(result.current.elements).toHaveLength(2));
  rerender(noFilter);
  rerender(mara);
  await waitFor(() => expect(seen).toHaveLength(2));
});

test('a change of the script asks again, and leaves the list of all elements alone', async () => {
  let answer: Element[] = [];
  serve({ [address]: () => json(answer) });
  const { result, client } = filterBy(mara);
  await waitFor(() => expect(result.current.isPending).toBe(false));
  expect(result.current.elements).toEqual([]);
  client.setQueryData(elementsQuery(1).queryKey, elements);
  answer = maras;
  await act(() => client.invalidateQueries({ queryKey: elementsOfKey(1) }));
  await waitFor(() => expect(result.current.elements).toHaveLength(2));
  expect(client.getQueryState(elementsQuery(1).queryKey)?.isInvalidated).toBe(false);
  await client.cancelQueries({ queryKey: elementsQuery(1).queryKey });
  expect(client.getQueryData(elementsQuery(1).queryKey)).toEqual(elements);
});

test('a refusal can be tried again', async () => {
  let isUp = false;
  serve({ [address]: () => (isUp ? json(maras) : refusal(500, 'Failed to fetch script elements')) });
  const { result } = filterBy(mara);
  await waitFor(() => expect(result.current.isError).toBe(true));
  isUp = true;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.elements).toEqual(maras));
  expect(result.current.isError).toBe(false);
});
