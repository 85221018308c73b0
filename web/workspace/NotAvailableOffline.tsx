import { OfflineScripts } from '#web/projects/OfflineScripts.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PlainPage } from '#web/ui/PlainPage.tsx';

interface NotKeptProps {
  isRetrying: boolean;
  onRetry: () => void;
}

/** Show that the server is unreachable and this browser has no copy of the project. */
export function NotAvailableOffline({ isRetrying, onRetry }: NotKeptProps) {
  return (
    <PlainPage
      title="Not available offline"
      text="The server cannot be reached, and this project has not been opened in this browser before, so it is not available offline."
      actions={
        <Button kind="primary" size="large" isBusy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <OfflineScripts />
    </PlainPage>
  );
}
