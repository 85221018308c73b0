import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/*
 * Browsers of Debian's packages `firefox-esr`, `webkit2gtk-driver` and `xvfb`. `.ci/run` installs
 * them where it may.
 */

export const firefoxPath = '/usr/bin/firefox-esr';
export const webKitDriverPath = '/usr/bin/WebKitWebDriver';
/** The small browser beside the driver. That of GTK 4 takes no pointer actions. */
export const miniBrowserPath = fs.globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];

/** Older versions do not show their own windows to WebDriver BiDi, whose input method composes. */
const minFirefoxVersion = 153;

/** Return whether Firefox is installed in a version that the journey can drive. */
export function hasFirefox(): boolean {
  if (!fs.existsSync(firefoxPath)) return false;
  const { stdout } = spawnSync(firefoxPath, ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(stdout)?.[0] ?? 0) >= minFirefoxVersion;
}

/**
 * Return whether WebKit is installed, with its driver and a display for machines without a screen.
 */
export function hasWebKit(): boolean {
  const hasDisplay = spawnSync('Xvfb', ['-help']).error === undefined;
  return hasDisplay && fs.existsSync(webKitDriverPath) && miniBrowserPath !== undefined;
}
