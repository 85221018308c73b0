import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '#test/ports.ts';
import { clicking, dragging, type InputSource, pressing, typing } from './actions.ts';
import { BidiSession } from './bidi.ts';
import { dispatchDrag, logViolations } from './inPage.ts';
import { firefoxPath } from './installed.ts';
import { startProgram } from './program.ts';
import { callExpression, type Point, type SessionCookie, type TestBrowser } from './testBrowser.ts';

/** Settings that keep a new profile quiet and off the network. */
const preferences = `
user_pref('app.normandy.enabled', false);
user_pref('app.update.disabledForTesting', true);
user_pref('browser.aboutwelcome.enabled', false);
user_pref('browser.newtabpage.enabled', false);
user_pref('browser.safebrowsing.malware.enabled', false);
user_pref('browser.safebrowsing.phishing.enabled', false);
user_pref('browser.shell.checkDefaultBrowser', false);
user_pref('browser.startup.page', 0);
user_pref('browser.topsites.contile.enabled', false);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('extensions.getAddons.cache.enabled', false);
user_pref('extensions.update.enabled', false);
user_pref('messaging-system.rsexperimentloader.enabled', false);
user_pref('network.captive-portal-service.enabled', false);
user_pref('network.connectivity-service.enabled', false);
user_pref('services.settings.server', 'data:,#remote-settings-dummy/v1');
user_pref('toolkit.telemetry.reportingpolicy.firstRun', false);
`;

interface LogEntry {
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string | null;
}

interface Evaluation {
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

interface Tree {
  contexts: { context: string }[];
}

/** Start Firefox and open a page. It is driven by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(viewport: { width: number; height: number }): Promise<TestBrowser> {
  const port = await freePort();
  const program = await startProgram((folder) => {
    const profile = path.join(folder, 'profile');
    fs.mkdirSync(profile);
    fs.writeFileSync(path.join(profile, 'user.js'), preferences);
    const own = ['--headless', '--no-remote', '--profile', profile];
    return [firefoxPath, ...own, '--remote-debugging-port', `${port}`, '--remote-allow-system-access'];
  });
  const problems: string[] = [];
  const onEvent = (method: string, params: unknown) => {
    if (method !== 'log.entryAdded') return;
    const { level, text } = params as LogEntry;
    if ((level === 'warn' || level === 'error') && !expectedProblem.test(text ?? ''))
      problems.push(text ?? '');
  };
  const session = await program.whenReady(() => BidiSession.open(`ws://127.0.0.1:${port}/session`, onEvent));
  const context = await firstContext(session, {});
  await session.call('browsingContext.setViewport', { context, viewport });
  await session.call('session.subscribe', { events: ['log.entryAdded'] });
  await session.call('script.addPreloadScript', { functionDeclaration: String(logViolations) });
  return new FirefoxPage(session, context, problems, program.stop);
}

/**
 * Messages of Firefox after the journey has stopped the server, and about fonts of a page that was
 * left before they had arrived (NS_BINDING_ABORTED).
 */
const expectedProblem =
  /can’t establish a connection to the server|connection to \S+ was interrupted|^downloadable font: download failed .*status=2152398850/;

async function firstContext(session: BidiSession, scope: object): Promise<string> {
  const { contexts } = await session.call<Tree>('browsingContext.getTree', scope);
  return contexts[0]?.context ?? '';
}

class FirefoxPage implements TestBrowser {
  readonly #session: BidiSession;
  readonly #context: string;
  readonly #problems: readonly string[];
  readonly #stop: () => Promise<void>;

  constructor(session: BidiSession, context: string, problems: readonly string[], stop: () => Promise<void>) {
    this.#session = session;
    this.#context = context;
    this.#problems = problems;
    this.#stop = stop;
  }

  async signIn({ url, sid }: SessionCookie): Promise<void> {
    const cookie = { name: 'sid', value: { type: 'string', value: sid }, domain: new URL(url).hostname };
    await this.#session.call('storage.setCookie', { cookie });
  }

  async goto(url: string): Promise<void> {
    await this.#callPage('browsingContext.navigate', { url, wait: 'complete' });
  }

  async reload(): Promise<void> {
    await this.#callPage('browsingContext.reload', { wait: 'complete' });
  }

  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    return this.#evaluateIn(this.#context, callExpression(work, args)) as Promise<Result>;
  }

  async #evaluateIn(context: string, expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.#session.call<Evaluation>('script.evaluate', {
      ...{ expression, target: { context }, awaitPromise: true, userActivation: true },
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result?.value ?? 'null');
  }

  type(text: string): Promise<void> {
    return this.#perform(typing(text));
  }

  press(...keys: string[]): Promise<void> {
    return this.#perform(pressing(keys));
  }

  click(point: Point): Promise<void> {
    return this.#perform(clicking(point));
  }

  drag(from: Point, to: Point): Promise<void> {
    return this.#perform(dragging(from, to));
  }

  dragWords(from: Point, to: Point): Promise<void> {
    return this.evaluate(dispatchDrag, from, to);
  }

  async compose(composing: string, committed: string): Promise<void> {
    const window = await firstContext(this.#session, { 'moz:scope': 'chrome' });
    await this.#evaluateIn(window, callExpression(composeByInputMethod, [composing, committed]));
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#callPage<{ data: string }>('browsingContext.captureScreenshot', {});
    return Buffer.from(data, 'base64');
  }

  async logs(): Promise<string[]> {
    return [...this.#problems];
  }

  async close(): Promise<void> {
    this.#session.close();
    await this.#stop();
  }

  #callPage<Result>(method: string, params: object): Promise<Result> {
    return this.#session.call<Result>(method, { context: this.#context, ...params });
  }

  async #perform(source: InputSource): Promise<void> {
    await this.#callPage('input.performActions', { actions: [source] });
  }
}

/** Parts of Firefox that its own code in the window around the page may use. */
interface FirefoxWindow {
  gBrowser: { selectedBrowser: { focus(): void; messageManager: MessageManager } };
}

interface MessageManager {
  loadFrameScript(url: string, isForLaterFrames: boolean): void;
  addMessageListener(name: string, listener: () => void): void;
}

/**
 * Compose in the page by the input method that Firefox has for its own tests. Runs in the window
 * around the page, and sends a script into the process of the page.
 */
function composeByInputMethod(composing: string, committed: string): Promise<void> {
  const script = `
    const method = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
    method.beginInputTransactionForTests(content, () => true);
    method.setPendingCompositionString(${JSON.stringify(composing)});
    method.appendClauseToPendingComposition(${composing.length}, method.ATTR_RAW_CLAUSE);
    method.setCaretInPendingComposition(${composing.length});
    method.flushPendingComposition();
    method.commitCompositionWith(${JSON.stringify(committed)});
    sendAsyncMessage('composed');`;
  const { selectedBrowser } = (window as unknown as FirefoxWindow).gBrowser;
  const { messageManager } = selectedBrowser;
  // Input methods work only in a page that has the focus of the system.
  window.focus();
  selectedBrowser.focus();
  return new Promise((resolve) => {
    messageManager.addMessageListener('composed', () => resolve());
    messageManager.loadFrameScript(`data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`, false);
  });
}
