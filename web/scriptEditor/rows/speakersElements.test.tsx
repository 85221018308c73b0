import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { listElements } from '#shared/contract/elements.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { scene } from '#web/script/testing/openScript.tsx';
import { aStoredScript } from '#web/script/testing/storedScript.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';
import { noFilter, type ScriptFilter } from './filter.ts';
import { elementsOfKey, filteredElements, useSpeakersElements } from './speakersElements.ts';

freshBrowser();

async function aScript() {
  const server = await aStoredScript([...scene, ['scene_heading', 'EXT. AFT RAIL - NIGHT']]);
  await server.addCharacter('MARA');
  const { elements, project, network } = server;
  const mara: ScriptFilter = { sceneId: null, characterId: server.characters[0]?.id ?? 0 };
  return { server, elements, projectId: project.id, network, mara, maras: elements.slice(2, 4) };
}

type Script = Awaited<ReturnType<typeof aScript>>;

function filterBy(
  { projectId, elements }: Script,
  first: ScriptFilter,
  client: QueryClient = createQueryClient(),
) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const show = (filter: ScriptFilter) => {
    const result = useSpeakersElements(projectId, filter);
    return { ...result, elements: filteredElements(elements, filter, result.ids) };
  };
  const hook = renderHook(show, { initialProps: first, wrapper });
  return { client, ...hook };
}

test('returns the whole script without a filter and without a call', async () => {
  const script = await aScript();
  const { result } = filterBy(script, noFilter);
  expect(result.current.elements).toBe(script.elements);
  expect(result.current.isPending).toBe(false);
  expect(script.network.calls).toEqual([]);
});

test('returns the elements of a scene without a call', async () => {
  const script = await aScript();
  const { elements, network } = script;
  const { result } = filterBy(script, { sceneId: elements[0]?.sceneId ?? 0, characterId: null });
  expect(result.current.elements).toEqual(elements.slice(0, 4));
  expect(result.current.elements[0]).toBe(elements[0]);
  expect(network.calls).toEqual([]);
});

test('returns the elements that the server reports for a character, with a call that names no scene', async () => {
  const script = await aScript();
  const { elements, maras, mara, network } = script;
  const { result } = filterBy(script, mara);
  expect(result.current).toMatchObject({ elements: [], isPending: true });
  await waitFor(() => expect(result.current.elements).toEqual(maras));
  expect(result.current.elements[0]).toBe(elements[2]);
  expect(network.calls.map(({ url }) => url.split('?')[1])).toEqual([`characterId=${mara.characterId}`]);
});

test('calls again when a character is chosen again', async () => {
  const script = await aScript();
  const { result, rerender } = filterBy(script, script.mara);
  await waitFor(() => expect(result.current.elements).toHaveLength(2));
  rerender(noFilter);
  rerender(script.mara);
  await waitFor(() => expect(script.network.calls).toHaveLength(2));
});

test('calls again after a change of the script, and does not refetch the list of all elements', async () => {
  const script = await aScript();
  const { server, projectId, elements, mara } = script;
  const { queryKey } = elementsQuery(projectId);
  const { result, client } = filterBy(script, mara);
  await waitFor(() => expect(result.current.elements).toHaveLength(2));
  client.setQueryData(queryKey, elements);
  await server.remove(4);
  await act(() => client.invalidateQueries({ queryKey: elementsOfKey(projectId) }));
  await waitFor(() => expect(result.current.elements).toHaveLength(1));
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  await client.cancelQueries({ queryKey });
  expect(client.getQueryData(queryKey)).toEqual(elements);
});

test('can be retried after an error', async () => {
  const script = await aScript();
  script.network.reject(listElements, 'internal', 'Failed to fetch script elements', 1);
  const { result } = filterBy(script, script.mara);
  await waitFor(() => expect(result.current.isError).toBe(true));
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.elements).toEqual(script.maras));
  expect(result.current.isError).toBe(false);
});
