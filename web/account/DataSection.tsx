import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadAccount } from '#shared/contract/account.ts';
import type { User } from '#shared/contract/auth.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { PageSection } from '#web/ui/PageSection.tsx';
import styles from './DataSection.module.css';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';

/** Offer to download all data, and to delete the account. */
export function DataSection({ user }: { user: User }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <PageSection
      title="Your data"
      text="The archives of your projects in it can be imported again, here or on another server."
    >
      <div className={styles.row}>
        {/* A link, not a fetch: the browser streams a file of any size to disk. */}
        <a className={buttonClass({})} href={hrefOf(downloadAccount.path)} download>
          <Download size={15} strokeWidth={1.6} aria-hidden="true" />
          Download all my data
        </a>
        <Button kind="danger" onClick={() => setDeleting(true)}>
          Delete my account…
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog user={user} onClose={() => setDeleting(false)} />}
    </PageSection>
  );
}
