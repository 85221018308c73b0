import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './DoubtfulDialog.module.css';
import { type Doubtful, useDecide } from './doubtful.data.ts';
import { countInWords, type PlacedScene, sceneInWords } from './figures.ts';

interface DoubtfulDialogProps {
  projectId: number;
  all: readonly Doubtful[];
  /** Return the scene of an element of the script. */
  sceneAt: (elementIndex: number) => PlacedScene | undefined;
  onClose: () => void;
}

/**
 * List the doubtful names with a proposal for each. Nothing changes without the user's decision.
 */
export function DoubtfulDialog({ projectId, all, sceneAt, onClose }: DoubtfulDialogProps) {
  const decide = useDecide(projectId);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Doubtful names"
      description="Names of cues that look like more than one person, or like another spelling of somebody. Each answer can be undone."
      width="wide"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {all.length === 0 && <p className={styles.none}>All names are settled.</p>}
      <ul className={styles.list}>
        {all.map((doubtful) => {
          const { cue, character } = doubtful;
          const scene = sceneAt(cue.at);
          const isBusy = decide.isPending && decide.variables.doubtful.cue.key === cue.key;
          const answer = (decision: 'own' | 'proposed') => decide.mutate({ doubtful, decision });
          return (
            <li key={cue.key} className={styles.item}>
              <div className={styles.what}>
                <h3 className={styles.name} dir="auto">
                  {character.name}
                </h3>
                <p className={styles.evidence}>
                  {countInWords(cue.speeches, 'speech', 'speeches')}
                  {scene && `, the first in: ${sceneInWords(scene)}`}
                </p>
                <p className={styles.why}>{whyOf(doubtful)}</p>
                {character.avatarUrl !== null && (
                  <p className={styles.evidence}>The avatar is deleted too, and Undo does not restore it.</p>
                )}
              </div>
              <div className={styles.answers}>
                <Button
                  size="small"
                  isBusy={isBusy && decide.variables.decision === 'proposed'}
                  disabled={decide.isPending}
                  onClick={() => answer('proposed')}
                >
                  {proposalOf(doubtful)}
                </Button>
                <Button
                  size="small"
                  aria-label={`Leave as it is: ${character.name}`}
                  disabled={decide.isPending}
                  onClick={() => answer('own')}
                >
                  Leave as it is
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

function proposalOf(doubtful: Doubtful): string {
  if (doubtful.type === 'variant') return `Merge into ${doubtful.of.name}`;
  const { cue } = doubtful;
  return cue.type === 'joint' && cue.people.length === 2 ? 'Count for both' : 'Count for each of them';
}

function whyOf({ cue }: Doubtful): string {
  if (cue.type === 'joint') {
    const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(cue.people);
    return `${names} each have separate cues: they speak this together. The entry goes, its lines count for each of them, and the script stays as it is.`;
  }
  const of = `${cue.originalName}, who has ${countInWords(cue.originalSpeeches, 'speech', 'speeches')}`;
  const become = `The cues become ${[cue.originalName, cue.extension].join(' ').trim()}, and the entry goes.`;
  switch (cue.reason) {
    case 'spelling':
      return `Differs only in punctuation from ${of}. ${become}`;
    case 'misspelt':
      return `One letter off ${of}, in the same scenes, and named nowhere else. ${become}`;
    case 'extension':
      return `Contains an extension that belongs in parentheses after ${of}. ${become}`;
  }
}
