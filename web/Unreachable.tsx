import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '#web/session/auth.ts';
import { Button } from './ui/Button.tsx';
import { PlainPage } from './ui/PlainPage.tsx';

/**
 * Show that the server is unreachable and that this browser has no copies, so the user is unknown.
 */
export function Unreachable() {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setIsAsking(true);
    await client.refetchQueries(currentUserQuery);
    setIsAsking(false);
  };
  return (
    <PlainPage
      title="Cold Open cannot be reached"
      text="There is no connection to the server, and no script has been opened in this browser before, so nothing is stored here."
      actions={
        <Button kind="primary" size="large" isBusy={isAsking} onClick={() => void ask()}>
          Try again
        </Button>
      }
    />
  );
}
