import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

/** Link to the script without a page load, which would abort pending changes. */
export function ScriptLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter();
  const go = (event: MouseEvent) => {
    const isForBrowser = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (isForBrowser || event.defaultPrevented) return;
    event.preventDefault();
    router.history.push(href);
  };
  return <a {...rest} href={href} onClick={go} />;
}
