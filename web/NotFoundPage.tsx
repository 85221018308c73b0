import { hrefOf } from '#web/lib/basePath.ts';
import { buttonClass } from './ui/Button.tsx';
import { PlainPage } from './ui/PlainPage.tsx';

/** Show the specified text for an unknown address (docs/spec/application.md). */
export function NotFoundPage() {
  return (
    <PlainPage
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
      actions={
        <a className={buttonClass({ kind: 'primary', size: 'large' })} href={hrefOf('/')}>
          Go to the start page
        </a>
      }
    />
  );
}
