import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { callsEnd } from '#test/network.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { openScriptSync } from '#web/scriptSync/openScriptSync.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { findBar } from '../FindOnDesk.tsx';
import { scriptFrameCode } from '../laterScriptFrame.tsx';
import { panelKey } from '../panel/usePanel.ts';
import { loadTabs } from '../ScriptPanel.tsx';
import { ScriptView } from '../ScriptView.tsx';
import { aStoredScript, type StoredScript, type StoredScriptOptions } from './storedScript.ts';

// Tests expect the frame, and a panel and the find bar as soon as they are open.
await scriptFrameCode.load();
await loadTabs();
await findBar.load();

export const scene: [ElementType, string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Mara takes the last ladder sideways.'],
  ['character', 'MARA'],
  ['dialogue', 'Two hundred and thirteen. Twice.'],
];

/** Store a script on the server, show its view and wait for the first page. */
export async function openScript(lines = scene, options: StoredScriptOptions = {}) {
  const server = await aStoredScript(lines, options);
  localStorage.clear();
  localStorage.setItem(panelKey, 'closed'); // panels are tested separately
  const client = renderScript(server);
  await screen.findByLabelText('Page 1');
  return { server, client, user: userEvent.setup() };
}

const opened: { client: QueryClient; projectId: number }[] = [];

/** Close the view and wait until all its calls are answered. */
export async function closeScript(): Promise<void> {
  cleanup();
  await callsEnd();
  endRetries();
  vi.unstubAllGlobals();
}

/** Stop all retries, as a closed tab does. Stored changes stay in the browser. */
function endRetries(): void {
  const kept = { ...localStorage };
  for (const { client, projectId } of opened.splice(0))
    openScriptSync(client, projectId, '').outbox.discardAll();
  for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text);
}

interface RenderOptions {
  isTouch?: boolean;
  /** Components to render in the view. */
  children?: ReactNode;
}

export function renderScript(
  server: StoredScript,
  { isTouch = false, children }: RenderOptions = {},
): QueryClient {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isTouch && query === '(pointer: coarse)',
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const client = createQueryClient();
  opened.push({ client, projectId: server.project.id });
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <ScriptView project={server.project}>{children}</ScriptView>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return client;
}

/** The field of the active line on the page. */
export const live = () => document.querySelector<HTMLElement>('[contenteditable]:not([data-below])');

export function liveField(): HTMLElement {
  const field = live();
  if (!field) throw new Error('No field');
  return field;
}

const pieces = () => [...document.querySelectorAll<HTMLElement>('[data-element]')];
export const isShown = (text: string) => pieces().some((piece) => piece.textContent === text);

export function elementOf(text: string): HTMLElement {
  const found = pieces().find((piece) => piece.textContent === text);
  if (!found) throw new Error(`No element "${text}"`);
  return found;
}

/** Open an element with the keyboard and return the field. */
export function edit(text: string): HTMLElement {
  const element = elementOf(text);
  act(() => element.focus());
  fireEvent.keyDown(element, { key: 'Enter' });
  return liveField();
}

/** Replace the text as a browser does for typing: with the caret after it, and an input event. */
export function write(into: HTMLElement, text: string): void {
  into.textContent = text;
  putCaret(into, text.length);
  fireEvent.input(into);
}

/** Move the caret, as a click or the arrow keys do. */
export function putCaret(into: HTMLElement, offset: number): void {
  document.getSelection()?.setPosition(into.firstChild ?? into, offset);
}
