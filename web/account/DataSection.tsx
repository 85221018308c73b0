import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { downloadAccount } from '#shared/contract/account.ts';
import type { User } from '#shared/contract/auth.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { PageSection } from '#web/ui/PageSection.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ImportAccountDialog } from './accountImport/ImportAccountDialog.tsx';
import styles from './DataSection.module.css';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';

/** Offer to download all data, to import a download, and to delete the account. */
export function DataSection({ user }: { user: User }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <PageSection
      title="Your data"
      text="A download of your data can be imported again, here or on another server."
    >
      <div className={styles.row}>
        {/* A link, not a fetch: the browser streams a file of any size to disk. */}
        <a className={buttonClass({})} href={hrefOf(downloadAccount.path)} download>
          <Download size={15} strokeWidth={1.6} aria-hidden="true" />
          Download all my data
        </a>
        <ImportButton user={user} />
        <Button kind="danger" onClick={() => setDeleting(true)}>
          Delete my account…
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog user={user} onClose={() => setDeleting(false)} />}
    </PageSection>
  );
}

/** Choose the download of an account, and show it. */
function ImportButton({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <VisuallyHidden
        as="input"
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="Download of your data"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          setFile(currentTarget.files?.[0] ?? null);
          currentTarget.value = ''; // so that choosing the same file again fires `change`
        }}
      />
      <Button
        icon={<Upload size={15} strokeWidth={1.6} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        Import my data…
      </Button>
      {file && <ImportAccountDialog file={file} user={user} onClose={() => setFile(null)} />}
    </>
  );
}
