import { Search } from 'lucide-react';
import { useState } from 'react';
import type { ElementKeys } from '#screenplay/flow.ts';
import { KeyCaps } from '#web/scriptEditor/keys/KeyCaps.tsx';
import { type KeyGroup, keyGroups } from '#web/scriptEditor/keys/keyGroups.ts';
import { keySetTexts } from '#web/scriptEditor/keys/keySets.ts';
import type { ScriptKey } from '#web/scriptEditor/keys/keys.ts';
import { shortcutLabel } from '#web/scriptEditor/keys/shortcut.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './KeysDialog.module.css';

interface KeysDialogProps {
  elementKeys: ElementKeys;
  /** Opens the preferences instead. */
  onPreferences: () => void;
  onClose: () => void;
}

/** List of all keys of the script screen. */
export function KeysDialog({ elementKeys, onPreferences, onClose }: KeysDialogProps) {
  const [query, setQuery] = useState('');
  const groups = groupsWith(keyGroups(elementKeys), query);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keys"
      width="wide"
      footer={
        <>
          <span className={styles.setting}>Element keys: {keySetTexts[elementKeys].label}</span>
          <Button onClick={onPreferences}>Preferences</Button>
        </>
      }
    >
      <div className={styles.sheet}>
        <label className={styles.search}>
          <Search size={15} strokeWidth={1.6} aria-hidden="true" />
          <input
            type="search"
            aria-label="Search keys"
            placeholder="Search keys"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
        <div className={styles.columns}>
          {groups.map((group) => (
            <section key={group.title} className={styles.group} aria-label={group.title}>
              <h3>{group.title}</h3>
              <dl>
                {group.keys.map((key) => (
                  <Row key={`${shortcutLabel(key.keys[0] ?? [])} ${key.label}`} entry={key} />
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className={groups.length === 0 ? styles.none : styles.quiet} role="status">
          {groups.length === 0 && 'No shortcuts match. Try another word.'}
        </p>
      </div>
    </Dialog>
  );
}

function Row({ entry: { keys, label, when } }: { entry: ScriptKey }) {
  return (
    <div className={styles.row}>
      <dt>
        {label}
        {when !== undefined && <small>{when}</small>}
      </dt>
      <dd>
        {keys.map((chord, index) => (
          <span key={shortcutLabel(chord)} className={styles.chord}>
            {index > 0 && <i>or</i>}
            <KeyCaps chord={chord} />
          </span>
        ))}
      </dd>
    </div>
  );
}

/** Return the groups whose text or keys contain every word of the query. */
function groupsWith(groups: readonly KeyGroup[], query: string): KeyGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, when, keys }: ScriptKey, title: string) => {
    const text = [title, label, when, ...keys.map(shortcutLabel)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map(({ title, keys }) => ({ title, keys: keys.filter((key) => fits(key, title)) }))
    .filter(({ keys }) => keys.length > 0);
}
