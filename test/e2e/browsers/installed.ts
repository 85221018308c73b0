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

export function hasFirefox(): boolean {
  return fs.existsSync(firefoxPath);
}

/**
 * Return whether WebKit is installed, with its driver and a display for machines without a screen.
 */
export function hasWebKit(): boolean {
  const hasDisplay = spawnSync('Xvfb', ['-help']).error === undefined;
  return hasDisplay && fs.existsSync(webKitDriverPath) && miniBrowserPath !== undefined;
}
