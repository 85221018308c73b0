import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { defaultFormat } from '#screenplay/format.ts';
import type { User } from '#shared/contract/auth.ts';
import { emptyBrief, type Project } from '#shared/contract/projects.ts';
import { callsEnd } from '#test/network.ts';
import { extendQueryTimeouts } from '#test/queryTimeouts.ts';
import type { AiState } from '#web/ai/price.ts';
import { currentToasts, dismissToast } from './toast.ts';

/** A call that the double of the server received. */
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
    return (await answers[`${call.method} ${call.path}`]?.(call)) ?? refusal(404, 'Not found');
  });
  return seen;
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

export function refusal(status: number, message: string): Response {
  return json({ code: 'internal', message, error: message }, status);
}

/**
 * The window's width in pixels and the system's theme, as media queries report them; both can
 * change.
 */
export const screen = { widthPx: 1440, isDark: false };

const mediaListeners = new Map<string, Set<() => void>>();

function matches(query: string): boolean {
  if (query.includes('prefers-color-scheme')) return screen.isDark;
  const limit = Number(query.match(/max-width: ([\d.]+)px/)?.[1] ?? Number.NaN);
  return screen.widthPx <= limit;
}

/** Changes the window or the system, and tells who listens. */
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

/** A clean browser for every test of a file. Anything on the console fails the test. */
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

/** Olive, who owns what the tests open. */
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

/** Night Ferry, as its owner gets it; the format is that of a new project. */
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

/** Toasts outlive a test. */
export function closeToasts(): void {
  for (const { id } of currentToasts()) dismissToast(id);
}

/** Return the texts of the shown toasts. */
export function toastsSaid(): string[] {
  return currentToasts()
    .filter(({ isOpen }) => isOpen)
    .map(({ title, description }) => [title, description].filter(Boolean).join(': '));
}
