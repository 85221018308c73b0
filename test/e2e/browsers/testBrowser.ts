/** A position in the viewport, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

export interface SessionCookie {
  url: string;
  /** Value of the cookie `sid`. */
  sid: string;
}

/**
 * One page of a real browser. The same journey drives all browser engines through this interface,
 * so it has only what each of their drivers can do.
 */
export interface TestBrowser {
  signIn(cookie: SessionCookie): Promise<void>;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Call a function in the page. Its arguments and its result are passed as JSON. */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  type(text: string): Promise<void>;
  /** Press keys one after the other. Each may have modifiers: "Control+Shift+ArrowDown". */
  press(...keys: string[]): Promise<void>;
  click(point: Point): Promise<void>;
  /** Move the pressed pointer from one point to another: selects text. */
  drag(from: Point, to: Point): Promise<void>;
  /** Drag the selected text at `from` and drop it at `to`. */
  dragWords(from: Point, to: Point): Promise<void>;
  /** Compose text by an input method: show `composing` first, then commit `committed`. */
  compose(composing: string, committed: string): Promise<void>;
  /** Return a PNG file. */
  screenshot(): Promise<Buffer>;
  /** Return errors and warnings so far, and violations of the content policy. */
  logs(): Promise<string[]>;
  close(): Promise<void>;
}

/** Return an expression that calls `work` in the page and whose value is a promise of JSON text. */
export function callExpression(work: (...args: never[]) => unknown, args: readonly unknown[]): string {
  return `(async () => JSON.stringify(await (${work})(...${JSON.stringify(args)})) ?? 'null')()`;
}
