import chromium from '@sparticuz/chromium';

/** The browser that comes with the packages (Linux on x64), or the one that CHROMIUM_PATH names. */
export async function chromiumPath(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  if (process.platform === 'linux' && process.arch === 'x64') return chromium.executablePath();
  throw new Error('Set CHROMIUM_PATH to a Chromium: the packaged one is for Linux on x64.');
}
