import { freePort } from '#test/ports.ts';
import { clicking, dragging, type InputSource, pressing, typing } from './actions.ts';
import { dispatchComposition, dispatchDrag, logViolations, watchProblems } from './inPage.ts';
import { miniBrowserPath, webKitDriverPath } from './installed.ts';
import { startProgram, type TestProgram } from './program.ts';
import { callExpression, type Point, type SessionCookie, type TestBrowser } from './testBrowser.ts';

/** Run a script that ends by calling its last argument, as the driver's asynchronous scripts do. */
const asyncScript = (expression: string) => `
  const done = arguments[arguments.length - 1];
  ${expression}.then((value) => done({ value }), (error) => done({ error: String(error) }));`;

/** Start WebKitGTK on a display without a screen and open a page. It is driven by WebDriver. */
export async function startWebKit(viewport: { width: number; height: number }): Promise<TestBrowser> {
  const screen = `${viewport.width + 200}x${viewport.height + 200}x24`;
  // Chooses a free display and writes its number.
  const display = await startProgram(() => [
    ...['Xvfb', '-displayfd', '2', '-screen', '0', screen, '-nolisten', 'tcp'],
  ]);
  const number = await display.whenReady(async (output) => {
    const found = output.match(/^(\d+)$/m)?.[1];
    if (found === undefined) throw new Error('No display yet');
    return found;
  });
  const port = await freePort();
  const driver = await startProgram(() => [webKitDriverPath, `--port=${port}`, '--host=127.0.0.1'], {
    ...{ DISPLAY: `:${number}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1', LANG: 'C.UTF-8' },
  });
  const stop = async () => {
    await driver.stop();
    await display.stop();
  };
  try {
    const session = await openSession(`http://127.0.0.1:${port}`, driver);
    const size = { width: viewport.width, height: viewport.height + toolBarPx };
    await command(`${session}/window/rect`, { x: 0, y: 0, ...size });
    return new WebKitPage(session, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

const toolBarPx = 50;

/** Return the address of a new session. */
async function openSession(address: string, driver: TestProgram): Promise<string> {
  const browser = { binary: miniBrowserPath, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } };
  const { sessionId } = await driver.whenReady(() =>
    command<{ sessionId: string }>(`${address}/session`, { capabilities }),
  );
  return `${address}/session/${sessionId}`;
}

class WebKitPage implements TestBrowser {
  readonly #session: string;
  readonly #stop: () => Promise<void>;
  readonly #problems: string[] = [];

  constructor(session: string, stop: () => Promise<void>) {
    this.#session = session;
    this.#stop = stop;
  }

  /** Opens the site first: WebDriver sets cookies of the open site only. */
  async signIn({ url, sid }: SessionCookie): Promise<void> {
    await command(`${this.#session}/url`, { url });
    await command(`${this.#session}/cookie`, { cookie: { name: 'sid', value: sid, path: '/' } });
  }

  async goto(url: string): Promise<void> {
    await command(`${this.#session}/url`, { url });
    await this.#watchProblems();
  }

  async reload(): Promise<void> {
    await this.#collectProblems();
    await command(`${this.#session}/refresh`, {});
    await this.#watchProblems();
  }

  async evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    const script = asyncScript(callExpression(work, args));
    const answer = await command<{ value?: string; error?: string }>(`${this.#session}/execute/async`, {
      script,
      args: [],
    });
    if (answer.error !== undefined) throw new Error(answer.error);
    return JSON.parse(answer.value ?? 'null');
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

  compose(composing: string, committed: string): Promise<void> {
    return this.evaluate(dispatchComposition, composing, committed);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await command<string>(`${this.#session}/screenshot`), 'base64');
  }

  async logs(): Promise<string[]> {
    await this.#collectProblems();
    return [...this.#problems];
  }

  close(): Promise<void> {
    return this.#stop();
  }

  /** WebKit's driver has no log: the page collects it, from the end of its loading on. */
  async #watchProblems(): Promise<void> {
    await this.evaluate(watchProblems);
    await this.evaluate(logViolations);
  }

  async #collectProblems(): Promise<void> {
    const found = await this.evaluate(() => (window as { problems?: string[] }).problems?.splice(0) ?? []);
    this.#problems.push(...found);
  }

  async #perform(source: InputSource): Promise<void> {
    await command(`${this.#session}/actions`, { actions: [source] });
  }
}

/** Send a command of WebDriver and return its value: a GET without a body. */
async function command<Value>(url: string, body?: object): Promise<Value> {
  const answer = await fetch(url, body ? { method: 'POST', body: JSON.stringify(body) } : {});
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value as Value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${new URL(url).pathname}: ${error}: ${message}`);
}
