import { useEffect, useRef, useState } from 'react';
import { hrefOf } from '#web/lib/basePath.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { Spinner } from '#web/ui/Spinner.tsx';
import { animateLanding } from './enliven.ts';

/**
 * Show the prerendered landing page when the server sent another page: after a session has expired
 * whose cookie the browser still has, or after following a link to the start page.
 */
export function BuiltLanding() {
  const place = useRef<HTMLDivElement>(null);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let stop: (() => void) | null = () => undefined;
    builtPage().then(
      (page) => {
        if (!stop || !place.current) return;
        place.current.replaceChildren(page);
        setThere(true);
        stop = animateLanding(page);
      },
      (error: unknown) => logFailure('Failed to load the landing page', error),
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, []);
  return (
    <>
      {!isThere && <Spinner />}
      <div ref={place} />
    </>
  );
}

/** Fetch the page for visitors, and add its styles. */
async function builtPage(): Promise<HTMLElement> {
  const answer = await fetch(hrefOf('/'), { credentials: 'omit', headers: { accept: 'text/html' } });
  const sent = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const page = sent.querySelector<HTMLElement>('[data-landing]');
  if (!page) throw new Error('The server sent no landing page');
  await Promise.all([...sent.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(addStyles));
  return document.importNode(page, true);
}

function addStyles({ href }: HTMLLinkElement): Promise<void> {
  const address = new URL(href, location.href).pathname;
  if (document.querySelector(`link[rel="stylesheet"][href="${address}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  return new Promise((resolve) => {
    link.onload = () => resolve();
    // The page is readable without its styles.
    link.onerror = () => resolve();
    document.head.append(link);
  });
}
