import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import { AccessSection } from './AccessSection.tsx';
import { BriefSection } from './BriefSection.tsx';
import { LogSection } from './LogSection.tsx';
import styles from './SettingsScreen.module.css';
import { SpendingSection } from './SpendingSection.tsx';
import { SummariesSection } from './SummariesSection.tsx';
import { type SectionId, sections, sectionsFor } from './sections.ts';
import { TemplatesSection } from './TemplatesSection.tsx';

/** Show the settings of a project. */
export function SettingsScreen({ project }: { project: Project }) {
  const canWrite = may(project.role, 'write');
  const isOwner = may(project.role, 'own');
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    const id = sectionsFor(isOwner).find((each) => each === hash);
    if (id) goTo(id);
  }, [hash, isOwner]);

  return (
    <div className={styles.page}>
      {/* Hidden from screen readers, for which the shell has a hidden heading. */}
      <p className={styles.title} aria-hidden="true">
        Project Settings
      </p>
      <div className={styles.columns}>
        <nav className={styles.list} aria-label="On this page">
          <ul>
            {sectionsFor(isOwner).map((id) => (
              <li key={id}>
                <Link
                  className={styles.link}
                  to="."
                  hash={id}
                  hashScrollIntoView={false}
                  activeOptions={{ includeHash: true }}
                  onClick={() => goTo(id)}
                >
                  {sections[id]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.sections}>
          {!canWrite && (
            <p className={styles.note}>You can read these settings. Editors and the owner can change them.</p>
          )}
          <TemplatesSection project={project} canWrite={canWrite} />
          <AccessSection project={project} isOwner={isOwner} />
          <SpendingSection projectId={project.id} isOwner={isOwner} />
          <BriefSection project={project} canWrite={canWrite} />
          <SummariesSection projectId={project.id} canWrite={canWrite} />
          {isOwner && <LogSection projectId={project.id} />}
        </div>
      </div>
    </div>
  );
}

/** Scroll to a section and focus it. */
function goTo(id: SectionId): void {
  const section = document.getElementById(id);
  section?.focus({ preventScroll: true });
  section?.scrollIntoView?.({ block: 'start' });
}
