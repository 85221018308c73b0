import { hrefOf } from '#web/lib/basePath.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { isOffline } from './lib/connection.ts';
import { Button, buttonClass } from './ui/Button.tsx';
import { PlainPage } from './ui/PlainPage.tsx';

interface ProblemPageProps {
  error: unknown;
  /** Whether the surrounding page already has a `<main>` element. */
  isInside?: boolean;
}

/** Replace a screen that failed to render. */
export function ProblemPage({ error, isInside = false }: ProblemPageProps) {
  const words = isLoadFailure(error)
    ? isOffline.get()
      ? {
          title: 'Not available offline',
          text: 'The server cannot be reached, and this part of Cold Open is not stored in this browser. It opens once there is a connection.',
        }
      : {
          title: 'A part of Cold Open could not be loaded',
          text: 'The connection was lost, or a newer version has been installed. Reload the page to go on.',
        }
    : {
        title: 'Something went wrong',
        text: 'This screen could not be shown. What you saved is safe. Reload the page, or go back to your projects.',
      };
  return (
    <PlainPage
      {...words}
      isInside={isInside}
      actions={
        <>
          <Button kind="primary" size="large" onClick={() => pageNavigation.reload()}>
            Reload the page
          </Button>
          <a className={buttonClass({ size: 'large' })} href={hrefOf('/')}>
            Go to your projects
          </a>
        </>
      }
    />
  );
}

/**
 * Return whether a lazily loaded file failed: the messages of Chromium, Firefox, Safari and the
 * bundler.
 */
function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload/i.test(error.message)
  );
}
