import { hrefOf, pagePath } from '#web/lib/basePath.ts';
import './fonts.css';
import './tokens.css';
import './base.css';
import './opening.css';
import { pagePreloadOf } from '#shared/opening.ts';
import { prefetch } from '#web/lib/prefetch.ts';
import { copyOwner } from '#web/offlineCopy/owner.ts';
import { notifyOtherTabs } from '#web/session/sessionChannel.ts';
import { isVisitor } from '#web/session/visitor.ts';
import { codeOf } from './opening.ts';

/*
 * zod would test whether it may compile schemas by `eval`. It may not, and browsers report each try
 * as a violation of the content policy. zod reads this when a schema is created, so it is set here.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/*
 * The first code of the page, and small: it requests everything that the address needs in parallel,
 * without waterfalls. index.html shows a loading message until then.
 */
if (isVisitor() && pagePath() === '/') {
  void Promise.all([import('./startLanding.ts'), whenRead()]).then(([{ startLanding }]) => startLanding());
} else {
  const { files, calls, script } = pagePreloadOf(pagePath(), isVisitor());
  prefetch(calls.map(hrefOf));
  // A file that fails to load is reported where it is rendered.
  const parts = Promise.allSettled([whenRead(), ...files.map((file) => codeOf[file].load())]);
  void import('./main.tsx').then(({ start }) => start(parts, script));
}

// Nobody is signed in: delete the last user's offline data, and notify the other tabs.
if (isVisitor()) notifyOtherTabs();
if (isVisitor() && copyOwner.get() !== null)
  void import('#web/offlineCopy/clearOfflineData.ts').then(({ clearOfflineData }) => clearOfflineData());

/** Resolve when the browser has parsed the page; this code may run before that. */
function whenRead(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}
