import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

/** Leads to the script within the application, where what is on its way to the server lives on. */
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
