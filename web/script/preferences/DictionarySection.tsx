import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DictionaryScope, DictionaryWord } from '#shared/contract/dictionary.ts';
import type { Project } from '#shared/contract/projects.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { dictionaryQuery, removeWord } from '../dictionary/dictionary.data.ts';
import { spellingToasts } from '../dictionary/spellingToasts.ts';
import styles from './PreferencesDialog.module.css';

const headings: Record<DictionaryScope, string> = {
  person: 'Your dictionary',
  project: "This project's dictionary",
  script: 'Ignored in this script',
};

/** Words that spelling accepts, which can be removed. */
export function DictionarySection({ project, canWrite }: { project: Project; canWrite: boolean }) {
  const client = useQueryClient();
  const { data: words = [] } = useQuery(dictionaryQuery(project.id));
  const remove = (word: DictionaryWord) =>
    void removeWord(client, project.id, word).catch(() => toast(spellingToasts.wordNotRemoved));
  const byScope = Map.groupBy(words, ({ scope }) => scope);
  return [...byScope].map(([scope, own]) => (
    <section key={scope} className={styles.group} aria-label={headings[scope]}>
      <h3 className={styles.legend}>{headings[scope]}</h3>
      <ul className={styles.words}>
        {own.map((word) => (
          <li key={word.id} className={styles.word}>
            {word.word}
            {(canWrite || scope !== 'project') && (
              <Button size="small" aria-label={`Remove ${word.word}`} onClick={() => remove(word)}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}
