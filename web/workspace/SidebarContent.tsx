import { Link } from '@tanstack/react-router';
import { LibraryBig, Share2 } from 'lucide-react';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { views, type WorkspaceView } from '#shared/views.ts';
import { useTimeAgo } from '#web/lib/useTimeAgo.ts';
import { PresenceAvatars } from '#web/live/PresenceAvatars.tsx';
import { Poster } from '#web/projects/poster/Poster.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ExportEntry } from './ExportEntry.tsx';
import { preloadSharing } from './ProjectWindows.tsx';
import styles from './SidebarContent.module.css';
import { entryClass, SidebarEntry } from './SidebarEntry.tsx';
import { UserBlock } from './UserBlock.tsx';
import { viewIcons } from './viewIcons.ts';

const labelOf = (view: string) => views.find(({ slug }) => slug === view)?.label;

interface SidebarContentProps {
  project: Project | null;
  view: WorkspaceView;
  /** Whether only icons are shown, with tooltips. */
  isNarrow: boolean;
  onShare: () => void;
  /** Called when another screen is chosen. */
  onLeave?: () => void;
}

/** Show the project, its views and actions, and present users (docs/spec/workspace.md). */
export function SidebarContent({ project, view, isNarrow, onShare, onLeave }: SidebarContentProps) {
  return (
    <div className={isNarrow ? `${styles.content} ${styles.narrow}` : styles.content}>
      {!isNarrow && (project ? <ProjectBlock project={project} /> : <ProjectSkeleton />)}
      <nav className={styles.views} aria-label="Views">
        {project &&
          views.map(({ slug, label, icon }) => {
            const Icon = viewIcons[icon];
            return (
              <SidebarEntry key={slug} label={label} isNarrow={isNarrow}>
                <Link
                  className={entryClass(isNarrow)}
                  to="/projects/$projectId/{-$view}"
                  params={{ projectId: encodeProjectId(project.id), view: slug }}
                  // The link to the current view keeps its state in the address
                  // (docs/spec/workspace.md).
                  search={slug === view.slug}
                  aria-current={slug === view.slug ? 'page' : undefined}
                  {...(isNarrow && { 'aria-label': label })}
                  {...(onLeave && { onClick: onLeave })}
                >
                  <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
                  {!isNarrow && label}
                </Link>
              </SidebarEntry>
            );
          })}
      </nav>
      <div className={styles.actions}>
        {project && <ExportEntry project={project} isNarrow={isNarrow} />}
        {project && (
          <SidebarEntry label="Share" isNarrow={isNarrow}>
            <button
              className={entryClass(isNarrow)}
              type="button"
              aria-haspopup="dialog"
              aria-label={isNarrow ? 'Share' : undefined}
              onPointerEnter={preloadSharing}
              onClick={onShare}
            >
              <Share2 size={16} strokeWidth={1.6} aria-hidden="true" />
              {!isNarrow && 'Share'}
            </button>
          </SidebarEntry>
        )}
        <SidebarEntry label="Manage Projects" isNarrow={isNarrow}>
          <Link
            className={entryClass(isNarrow)}
            to="/"
            {...(isNarrow && { 'aria-label': 'Manage Projects' })}
          >
            <LibraryBig size={16} strokeWidth={1.6} aria-hidden="true" />
            {!isNarrow && 'Manage Projects'}
          </Link>
        </SidebarEntry>
      </div>
      <UserBlock role={project?.role} isNarrow={isNarrow} />
    </div>
  );
}

function ProjectBlock({ project }: { project: Project }) {
  const lastEdited = useTimeAgo(project.updatedAt);
  return (
    <div className={styles.project}>
      <div className={styles.picture}>
        <Poster project={project} />
      </div>
      <p className={styles.name} title={project.name}>
        {project.name}
      </p>
      <p className={styles.edited}>
        Last edited <time dateTime={project.updatedAt}>{lastEdited}</time>
      </p>
      <PresenceAvatars labelOf={labelOf} max={7} />
    </div>
  );
}

function ProjectSkeleton() {
  return (
    <div className={styles.project}>
      <div className={styles.picture}>
        <Skeleton aspectRatio={2.35} />
      </div>
      <div className={styles.name}>
        <Skeleton width={120} height={24} />
      </div>
      <div className={styles.edited}>
        <Skeleton width={150} height={16} />
      </div>
    </div>
  );
}
