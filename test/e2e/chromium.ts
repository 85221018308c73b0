import chromium from '@sparticuz/chromium';

/** Return the path of the browser in the packages (Linux on x64), or that of CHROMIUM_PATH. */
export async function chromiumPath(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  if (process.platform === 'linux' && process.arch === 'x64') return chromium.executablePath();
  throw new Error('Set CHROMIUM_PATH to a Chromium: the packaged one is for Linux on x64.');
}
