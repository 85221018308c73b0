import { and, eq, sql } from 'drizzle-orm';
import type { ScriptElement } from '#screenplay/element.ts';
import { projects } from '#server/db/schema/projects.ts';
import { characters, scriptElements } from '#server/db/schema/script.ts';
import { updatePreferences } from '#shared/contract/account.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { aBrowser, type BrowserOptions, type TestBrowser } from '#test/browser.ts';
import { aNetwork, trackCall } from '#test/network.ts';
import { extendQueryTimeouts } from '#test/queryTimeouts.ts';
import type { Name, ScriptLine } from '#test/world.ts';

extendQueryTimeouts();

interface SentBody extends Record<string, unknown> {}

/** A script on the server in the state after the last answered write, and the calls sent to it. */
export class StoredScript {
  readonly browser: TestBrowser;
  elements: Element[] = [];
  scenes: Scene[] = [];
  characters: Character[] = [];
  /** Ids of the initial elements, in order. */
  #ids: number[] = [];

  constructor(browser: TestBrowser) {
    this.browser = browser;
    this.#follow();
  }

  /** Update the state when an answer arrives, before the awaiting test continues. */
  #follow(): void {
    this.network.interrupt('writes', async (_call, send) => {
      const response = await send();
      await this.read();
      return response;
    });
  }

  get project(): Project {
    return this.browser.project;
  }

  get code(): string {
    return this.browser.code;
  }

  get network() {
    return this.browser.network;
  }

  /** Every writing call that the browser sent, except for the preferences. */
  get sent(): { method: string; path: string; body: SentBody }[] {
    const own = this.network.writes.filter(({ url }) => url !== updatePreferences.path);
    return own.map(({ method, url, body }) => ({ method, path: url, body: body ?? {} }));
  }

  /** Return the id of an initial element by its number, from 1. */
  id(place: number): number {
    return this.#ids[place - 1] ?? 0;
  }

  /** Fetch the script. */
  read(): Promise<void> {
    return trackCall(this.#read());
  }

  async #read(): Promise<void> {
    const { projectUrl } = this.browser.people;
    const olive = this.browser.as('olive');
    const elements = await olive.get(`${projectUrl}/script-elements`);
    const scenes = await olive.get(`${projectUrl}/scenes`);
    const characters = await olive.get(`${projectUrl}/characters`);
    // Assigned at once: a test that waits for the elements may read the scenes next.
    this.elements = elements.json();
    this.scenes = scenes.json();
    this.characters = characters.json();
  }

  /** Read the stored script. Must be called once, after it is stored. */
  async begin(): Promise<this> {
    await this.read();
    this.#ids = this.elements.map(({ id }) => id);
    return this;
  }

  /** Change an initial element as another user. */
  async change(place: number, content: string): Promise<Element> {
    const answer = await this.browser
      .as('eddie')
      .patch(`/api/script-elements/${this.id(place)}`, { content });
    await this.read();
    return answer.json();
  }

  /** Delete an initial element as another user. */
  async remove(place: number): Promise<void> {
    await this.browser.as('eddie').delete(`/api/script-elements/${this.id(place)}`);
    await this.read();
  }

  /** Set columns of one or all elements to values that no call can store. */
  async setColumns(columns: Partial<typeof scriptElements.$inferInsert>, place?: number): Promise<void> {
    const { db, project } = this.browser;
    const own = eq(scriptElements.projectId, project.id);
    await db
      .update(scriptElements)
      .set(columns)
      .where(place === undefined ? own : and(own, eq(scriptElements.id, this.id(place))));
    // The revision identifies cached lists, so it has to change.
    await db
      .update(projects)
      .set({ scriptRevision: sql`${projects.scriptRevision} + 1` })
      .where(eq(projects.id, project.id));
    await this.read();
  }

  async addCharacter(name: string, role: string | null = null): Promise<void> {
    await this.browser.as('eddie').post(`${this.browser.people.projectUrl}/characters`, { name, role });
    await this.read();
  }

  /** Delay writing calls until the returned function is called. */
  hold(): () => void {
    return this.network.hold('writes');
  }

  /** Reject the next writing call in place of the server. */
  rejectNext(status: number, body: object): void {
    this.network.interrupt('writes', () => Response.json(body, { status }), 1);
  }

  /**
   * Replace the network by that of a new tab, in which answers to the previous tab do not arrive.
   */
  reopen(): void {
    this.browser.network = aNetwork(this.browser.as('olive'));
    this.#follow();
  }

  /**
   * Let writing calls run without delivering their answers until the returned function is called.
   */
  silence(): () => void {
    return this.network.interrupt('writes', async (_call, send) => {
      await send();
      return new Promise(() => undefined);
    });
  }
}

export interface StoredScriptOptions extends Pick<BrowserOptions, 'columns'> {
  user?: Name;
  /** Keep the characters that are created with the lines. */
  hasCast?: boolean;
}

/** Store these lines as a project without characters. */
export async function aStoredScript(
  lines: readonly (ScriptLine | Partial<ScriptElement>)[],
  { hasCast = false, ...options }: StoredScriptOptions = {},
): Promise<StoredScript> {
  const rows = lines.map((line) => (isLine(line) ? line : lineOf(line)));
  const browser = await aBrowser({ lines: rows, ...options });
  const { db, project } = browser;
  if (!hasCast) {
    await db.delete(characters).where(eq(characters.projectId, project.id));
    await db
      .update(scriptElements)
      .set({ characterName: null })
      .where(eq(scriptElements.projectId, project.id));
  }
  return new StoredScript(browser).begin();
}

function isLine(line: ScriptLine | Partial<ScriptElement>): line is ScriptLine {
  return Array.isArray(line);
}

function lineOf({ elementType = 'action', content = '' }: Partial<ScriptElement>): ScriptLine {
  return [elementType, content];
}
