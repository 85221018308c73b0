import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { comments, type scriptElements } from '#server/db/schema/script.ts';
import { previewContext } from '#shared/contract/ai.ts';
import { improve, type Suggestion } from '#shared/contract/assistant.ts';
import type { AiAccess } from '#shared/contract/projects.ts';
import { panelKey } from '../panel/usePanel.ts';
import { renderScript, scene } from './openScript.tsx';
import { aStoredScript, type StoredScript } from './storedScript.ts';

interface GivenComment {
  content: string;
  /** Number of its element, from 1. */
  on?: number;
  isResolved?: boolean;
  /** Number of the comment that it answers, from 1. */
  answers?: number;
}

/** Open the script screen with its panels. The side panel is closed unless `query` names it. */
export async function openScreen({
  query = '',
  lines = scene,
  comments: given = [] as GivenComment[],
  cast = [] as string[],
  access = 'suggest' as AiAccess,
  /** Suggestions of the assistant; `elementId` is the number of an element, from 1. */
  suggestions = [] as Suggestion[],
  /** Columns of audio, by the content of their elements. */
  sounds = {} as Record<string, Partial<typeof scriptElements.$inferInsert>>,
  /** Script that was opened before. */
  server: opened = null as StoredScript | null,
} = {}) {
  const server = opened ?? (await aStoredScript(lines, { columns: { aiAccess: access } }));
  for (const name of cast) if (!opened) await server.addCharacter(name);
  await storeComments(server, given);
  for (const [content, columns] of Object.entries(sounds))
    await server.setColumns(columns, server.elements.findIndex((each) => each.content === content) + 1);
  const { network, code } = server;
  if (suggestions.length > 0)
    network.interrupt(improve, () => {
      const own = suggestions.map((each) => ({ ...each, elementId: server.id(each.elementId ?? 0) }));
      return Response.json({ suggestions: own, creditBalance: 0 });
    });
  window.history.replaceState(null, '', `/projects/${code}/script${query}`);
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem(panelKey, 'closed');
  renderScript(server);
  await screen.findByLabelText('Page 1');
  /** Return the addresses of reads, including previews of the assistant's context. */
  const requests = () =>
    network.calls
      .filter((call) => call.method === 'GET' || network.callsOf(previewContext).includes(call))
      .map(({ url }) => url);
  return { server, asked: requests, user: userEvent.setup() };
}

/** Store comments by Cora. */
async function storeComments(server: StoredScript, given: readonly GivenComment[]): Promise<void> {
  const { browser } = server;
  const ids: number[] = [];
  for (const { on, answers, ...columns } of given) {
    const [row] = await browser.db
      .insert(comments)
      .values({
        ...columns,
        projectId: browser.project.id,
        userId: browser.people.cora.id,
        scriptElementId: on === undefined ? null : server.id(on),
        wasOnElement: on !== undefined,
        parentCommentId: answers === undefined ? null : (ids[answers - 1] ?? null),
      })
      .returning();
    ids.push(row?.id ?? 0);
  }
}
