import { useEffect, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { readProjectsCopy } from '#web/offlineCopy/copies.ts';
import styles from './OfflineScripts.module.css';

/** List links to the scripts that open offline. Renders nothing if there are none. */
export function OfflineScripts() {
  const [projects, setProjects] = useState<readonly Project[]>([]);
  useEffect(() => {
    let isShown = true;
    void readProjectsCopy().then((found) => isShown && setProjects(found));
    return () => {
      isShown = false;
    };
  }, []);
  if (projects.length === 0) return null;
  return (
    <section className={styles.kept} aria-labelledby="kept-scripts">
      <h2 id="kept-scripts" className={styles.title}>
        Scripts kept in this browser
      </h2>
      <ul className={styles.list}>
        {projects.map(({ id, name }) => (
          <li key={id}>
            <a className={styles.link} href={hrefOf(`/projects/${encodeProjectId(id)}/script`)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
