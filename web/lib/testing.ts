import { cleanup } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { defaultFormat } from '#screenplay/format.ts';
import type { User } from '#shared/contract/auth.ts';
import { emptyBrief, type Project } from '#shared/contract/projects.ts';
import { callsEnd } from '#test/network.ts';
import { extendQueryTimeouts } from '#test/queryTimeouts.ts';
import type { AiState } from '#web/ai/price.ts';
import { currentToasts, dismissToast } from './toast.ts';

/** A call that the fake server received. */
export interface RecordedCall {
  method: string;
  path: string;
  init: RequestInit;
}

type Answer = Response | Promise<Response>;

/**
 * Answer requests in place of the server: `'GET /api/projects': () => json([])`. An unlisted call
 * is answered with 404. Return the calls received so far.
 */
export function serve(answers: Record<string, (seen: RecordedCall) => Answer>): RecordedCall[] {
  const seen: RecordedCall[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = { method: init.method ?? 'GET', path: address, init };
    seen.push(call);
    return (await answers[`${call.method} ${call.path}`]?.(call)) ?? rejection(404, 'Not found');
  });
  return seen;
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

export function rejection(status: number, message: string): Response {
  return json({ code: 'internal', message, error: message }, status);
}

/** Viewport width in pixels and the system's theme, as reported by media queries. */
export const screen = { widthPx: 1440, isDark: false };

const mediaListeners = new Map<string, Set<() => void>>();

function matches(query: string): boolean {
  if (query.includes('prefers-color-scheme')) return screen.isDark;
  const limit = Number(query.match(/max-width: ([\d.]+)px/)?.[1] ?? Number.NaN);
  return screen.widthPx <= limit;
}

/** Change the viewport or the system's theme, and notify the listeners. */
export function changeScreen(change: Partial<typeof screen>): void {
  Object.assign(screen, change);
  for (const listeners of mediaListeners.values()) for (const listener of listeners) listener();
}

/** Errors and warnings of the console; a test that expects one empties the list. */
export const consoleLines: string[] = [];

/** Return and clear the console lines, for failures that are only logged. */
export function logged(): string[] {
  return consoleLines.splice(0).map((line) => line.split(': ')[1] ?? '');
}

/**
 * Reset the browser's state before each test of a file. Console errors and warnings fail the test.
 */
export function freshBrowser(): void {
  extendQueryTimeouts();
  beforeEach(() => {
    Object.assign(screen, { widthPx: 1440, isDark: false });
    localStorage.clear();
    sessionStorage.clear();
    mediaListeners.clear();
    vi.stubGlobal('matchMedia', (query: string) => {
      const listeners = mediaListeners.get(query) ?? new Set();
      mediaListeners.set(query, listeners);
      return {
        media: query,
        get matches() {
          return matches(query);
        },
        addEventListener: (_: string, listener: () => void) => listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
      };
    });
    vi.stubGlobal('scrollTo', () => undefined);
    for (const channel of ['error', 'warn'] as const) {
      vi.spyOn(console, channel).mockImplementation((...said) => {
        consoleLines.push(`console.${channel}: ${said.join(' ')}`);
      });
    }
  });
  afterEach(async () => {
    cleanup();
    await callsEnd();
    // Before real timers return: restoring a spy on a timer later would restore the fake one.
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    expect(consoleLines.splice(0)).toEqual([]);
  });
}

/** Return Olive, the owner of the opened project. */
export function aUser(changes: Partial<User> = {}): User {
  return {
    id: 'olive',
    email: 'olive@example.org',
    firstName: 'Olive',
    lastName: 'Lind',
    profileImageUrl: null,
    elementKeys: 'cycle',
    afterDialogue: null,
    creditBalance: 0,
    subscriptionStatus: null,
    subscriptionCurrentPeriodEnd: null,
    isAdmin: false,
    createdAt: '2026-01-05T12:00:00Z',
    updatedAt: '2026-01-05T12:00:00Z',
    ...changes,
  };
}

/** Return the project Night Ferry as its owner sees it, with the default format. */
export function aProject(changes: Partial<Project> = {}): Project {
  return {
    id: 1,
    userId: 'olive',
    ownerId: 'olive',
    name: 'Night Ferry',
    description: null,
    logline: null,
    synopsis: null,
    conceptImageUrl: null,
    conceptImagePrompt: null,
    conceptImageAspectRatio: '16:9',
    sceneImagePromptTemplate: null,
    characterAvatarPromptTemplate: null,
    createdAt: '2026-01-05T12:00:00Z',
    updatedAt: '2026-01-05T12:00:00Z',
    role: 'owner',
    revision: 1,
    titlePage: {
      title: '',
      credit: '',
      author: '',
      source: '',
      draftDate: '',
      contact: '',
      copyright: '',
      notes: '',
      more: [],
    },
    format: defaultFormat,
    brief: emptyBrief,
    aiAccess: 'suggest',
    language: null,
    cueChoices: [],
    scriptPlace: null,
    ...changes,
  };
}

function heardBy(model: string) {
  return { service: 'elevenlabs', model, isBuiltIn: model === 'built-in' };
}

/** AI state of a project with the built-in engine, without a key. */
export const builtIn: AiState = {
  access: 'suggest',
  engine: { service: 'openai', model: 'built-in', isBuiltIn: true },
  price: { exact: 0 },
  improvementsPrice: { exact: 0 },
  templatePrice: { exact: 0 },
  tensionPrice: { exact: 0 },
  descriptionPrice: { exact: 0 },
  pictures: { engine: { service: 'openai', model: 'built-in', isBuiltIn: true }, price: { exact: 0 } },
  voices: {
    speech: { engine: heardBy('built-in'), price: { exact: 0 } },
    soundEffect: { engine: heardBy('built-in'), price: { exact: 0 } },
    voiceDesign: { engine: heardBy('built-in'), price: { exact: 0 } },
  },
  film: null,
  creditBalance: 0,
  limits: [],
};

/** AI state with models that have a price. */
export const priced: AiState = {
  access: 'suggest',
  engine: { service: 'openai', model: 'gpt-test', isBuiltIn: false },
  price: { upTo: 0.12 },
  improvementsPrice: { upTo: 0.15 },
  templatePrice: { upTo: 12.5 },
  tensionPrice: { upTo: 15 },
  descriptionPrice: { upTo: 5 },
  pictures: { engine: { service: 'openai', model: 'gpt-draws', isBuiltIn: false }, price: { exact: 20 } },
  voices: {
    speech: { engine: heardBy('speaks'), price: { usdPer1000Characters: 0.5 } },
    soundEffect: { engine: heardBy('makes-sounds'), price: { exact: 20 } },
    voiceDesign: { engine: heardBy('designs'), price: { exact: 25 } },
  },
  film: { engine: { service: 'google_veo', model: 'films', isBuiltIn: false }, price: { exact: 150 } },
  creditBalance: 412,
  limits: [],
};

/**
 * Return whether a button is unavailable: a focused one keeps the focus and is only marked
 * (web/ui/pressable.ts).
 */
export function isOff(button: HTMLElement): boolean {
  return button.matches(':disabled, [aria-disabled="true"]');
}

/**
 * Fill in a field in one step. Typing renders the form for each letter: only a test about typing
 * needs that.
 */
export async function fillField(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

/** Remove all toasts, which otherwise stay for the next test. */
export function closeToasts(): void {
  for (const { id } of currentToasts()) dismissToast(id);
}

/** Return the texts of the shown toasts. */
export function toastsSaid(): string[] {
  return currentToasts()
    .filter(({ isOpen }) => isOpen)
    .map(({ title, description }) => [title, description].filter(Boolean).join(': '));
}
