import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { belongsToSpeaker } from '#screenplay/cue.ts';
import type { Suggestion } from '#shared/contract/assistant.ts';
import type { Comment } from '#shared/contract/comments.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { AiAccess } from '#shared/contract/projects.ts';
import { builtIn, json } from '#web/lib/testing.ts';
import { panelKey } from '../panel/usePanel.ts';
import { renderScript, scene } from './openScript.tsx';
import { ScriptServer } from './scriptServer.ts';

/** Shows the script screen with what stands beside the script, at that address; the panel is closed unless named. */
export async function openScreen({
  query = '',
  lines = scene,
  comments = [] as Comment[],
  cast = [] as string[],
  access = 'suggest' as AiAccess,
  suggestions = [] as Suggestion[],
  /** By the words of their elements. */
  sounds = {} as Record<string, Partial<Element>>,
} = {}) {
  const server = new ScriptServer(lines.map(([elementType, content]) => ({ elementType, content })));
  for (const name of cast) server.addCharacter(name);
  for (const element of server.elements) Object.assign(element, sounds[element.content]);
  const asked = answerPanels(server, comments, { access, suggestions });
  window.history.replaceState(null, '', `/projects/PrQTbI/script${query}`);
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem(panelKey, 'closed');
  renderScript(server);
  await screen.findByLabelText('Page 1');
  return { server, comments, asked, user: userEvent.setup() };
}

/** Answers the calls of the panels in place of a double that knows the script; gives the addresses that are read. */
function answerPanels(
  server: ScriptServer,
  comments: Comment[],
  { access, suggestions }: { access: AiAccess; suggestions: Suggestion[] },
): string[] {
  const answer = server.fetch;
  const asked: string[] = [];
  const fetch: typeof answer = async (address, init = {}) => {
    const { pathname, search, searchParams } = new URL(String(address), 'http://localhost');
    const isRead = (init.method ?? 'GET') === 'GET';
    if (isRead || pathname.endsWith('/ai-context')) asked.push(pathname + search);
    const [resolvedId] = pathname.match(/(?<=\/comments\/)\d+(?=\/resolve$)/) ?? [];
    if (resolvedId) {
      const comment = comments.find(({ id }) => id === Number(resolvedId));
      return json(comment && Object.assign(comment, { isResolved: true }));
    }
    if (!isRead && pathname.endsWith('/comments')) {
      comments.push(aComment(comments.length + 1, JSON.parse(String(init.body))));
      return json(comments.at(-1), 201);
    }
    if (isRead && pathname.endsWith('/comments')) return json(comments);
    if (isRead && pathname.endsWith('/ai')) return json({ ...builtIn, access });
    if (pathname.endsWith('/generate-improvements')) return json({ suggestions, creditBalance: 0 });
    if (pathname.endsWith('/apply-improvement')) {
      const { elementId, suggestedContent } = JSON.parse(String(init.body));
      server.change(elementId, suggestedContent);
      const element = server.elements.find(({ id }) => id === elementId);
      return json({ success: true, element, historyEntryId: 1 });
    }
    if (pathname.endsWith('/ai-context'))
      return json({ parts: [], size: 0, limit: 20_000, price: { exact: 0 } });
    if (pathname.endsWith('/conversations/paginated')) return json({ conversations: [], hasMore: false });
    const speaker = server.characters.find(({ id }) => id === Number(searchParams.get('characterId')));
    if (isRead && pathname.endsWith('/script-elements') && speaker) {
      const isOwn = belongsToSpeaker(server.elements, speaker.name);
      return json(server.elements.filter((_element, index) => isOwn[index]));
    }
    return answer(address, init);
  };
  Object.assign(server, { fetch });
  return asked;
}

/** Cora's. */
export function aComment(id: number, changes: Partial<Comment> = {}): Comment {
  return {
    id,
    projectId: 1,
    userId: 'cora',
    scriptElementId: null,
    wasOnElement: changes.scriptElementId != null,
    selectedText: null,
    selectionStart: null,
    selectionEnd: null,
    content: 'One suitcase?',
    isResolved: false,
    parentCommentId: null,
    createdAt: '2026-01-05T12:00:00Z',
    user: { firstName: 'Cora', lastName: 'Commenter', email: 'cora@example.com' },
    ...changes,
  };
}
