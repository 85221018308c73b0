import { FileUp, Plus } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import type { NewProjectTab } from './NewProjectDialog.tsx';
import styles from './NoProjects.module.css';

export function NoProjects({ onNew }: { onNew: (tab: NewProjectTab) => void }) {
  return (
    <div className={styles.empty}>
      {/* An empty frame with its centre marks, as in the viewfinder of a camera. */}
      <svg className={styles.drawing} viewBox="0 0 320 136" width="320" height="136" aria-hidden="true">
        <rect x=".75" y=".75" width="318.5" height="134.5" rx="2" />
        <path d="M0 68h12M308 68h12M160 0v12M160 124v12" />
      </svg>
      <h2 className={styles.title}>No projects yet</h2>
      <p>Start with a blank page, or bring a script you already have.</p>
      <div className={styles.actions}>
        <Button
          kind="primary"
          size="large"
          icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />}
          onClick={() => onNew('create')}
        >
          New Project
        </Button>
        <Button
          size="large"
          icon={<FileUp size={16} strokeWidth={1.6} aria-hidden="true" />}
          onClick={() => onNew('import')}
        >
          Import Script
        </Button>
      </div>
    </div>
  );
}
