import { useQuery } from '@tanstack/react-query';
import { Bookmark, Ellipsis, GitCompareArrows, History, Pencil, Trash2 } from 'lucide-react';
import type { ScriptVersion } from '#shared/contract/history.ts';
import { useTimeAgo } from '#web/lib/useTimeAgo.ts';
import { useUser } from '#web/session/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { PanelMessage } from '#web/ui/PanelMessage.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { versionsQuery } from './history.data.ts';
import type { HistoryQuestion } from './question.ts';
import { currentSide, versionSide } from './side.ts';
import styles from './Versions.module.css';

interface VersionsProps {
  projectId: number;
  canWrite: boolean;
  onAsk: (question: HistoryQuestion) => void;
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** List the named versions of the script, newest first. */
export function Versions({ projectId, canWrite, onAsk }: VersionsProps) {
  const { data, isPending, isFetching, refetch } = useQuery(versionsQuery(projectId));
  const [newest, older] = data ?? [];
  return (
    <>
      {(canWrite || newest) && <Bar canWrite={canWrite} newest={newest} older={older} onAsk={onAsk} />}
      <section className={styles.list} aria-label="Versions" tabIndex={-1}>
        {isPending ? (
          <VersionSkeletons />
        ) : !data ? (
          <PanelMessage
            title="Failed to load versions"
            text="Please try refreshing the page"
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : data.length > 0 ? (
          <ul>
            {data.map((version) => (
              <Version key={version.id} version={version} canWrite={canWrite} onAsk={onAsk} />
            ))}
          </ul>
        ) : (
          <PanelMessage
            title="No versions yet"
            text={
              canWrite
                ? 'Name the script as it is now, to compare it with later ones or to come back to it'
                : 'Named versions of the script will appear here'
            }
          />
        )}
      </section>
    </>
  );
}

interface BarProps extends Pick<VersionsProps, 'canWrite' | 'onAsk'> {
  newest: ScriptVersion | undefined;
  older: ScriptVersion | undefined;
}

/** Buttons to name the script and to compare the newest two versions. */
function Bar({ canWrite, newest, older, onAsk }: BarProps) {
  const compare = () => {
    if (newest)
      onAsk({
        asks: 'compare',
        before: versionSide(older ?? newest),
        after: older ? versionSide(newest) : currentSide,
      });
  };
  return (
    <div className={styles.bar}>
      {canWrite && (
        <Button size="small" icon={<Bookmark {...icon} size={14} />} onClick={() => onAsk({ asks: 'name' })}>
          Name this version…
        </Button>
      )}
      {newest && (
        <Button size="small" icon={<GitCompareArrows {...icon} size={14} />} onClick={compare}>
          Compare…
        </Button>
      )}
    </div>
  );
}

function VersionSkeletons() {
  return (
    <div role="status" aria-label="Loading versions">
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="60%" height={32} />
        </div>
      ))}
    </div>
  );
}

interface VersionProps {
  version: ScriptVersion;
  canWrite: boolean;
  onAsk: (question: HistoryQuestion) => void;
}

function Version({ version, canWrite, onAsk }: VersionProps) {
  const user = useUser();
  const when = useTimeAgo(version.createdAt);
  const who = version.userEmail && version.userEmail === user?.email ? 'You' : version.userEmail;
  const side = versionSide(version);
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>{version.name}</p>
        <p className={styles.made}>
          {who ?? 'Another user'}, <time dateTime={version.createdAt}>{when}</time>
        </p>
      </div>
      <Menu
        trigger={
          <IconButton size="small" label={`More for ${version.name}`}>
            <Ellipsis {...icon} />
          </IconButton>
        }
      >
        <MenuItem
          icon={<GitCompareArrows {...icon} />}
          onSelect={() => onAsk({ asks: 'compare', before: side, after: currentSide })}
        >
          Compare with now
        </MenuItem>
        {canWrite && (
          <>
            <MenuItem icon={<History {...icon} />} onSelect={() => onAsk({ asks: 'restore', side })}>
              Restore this version
            </MenuItem>
            <MenuItem icon={<Pencil {...icon} />} onSelect={() => onAsk({ asks: 'rename', version })}>
              Rename
            </MenuItem>
            <MenuItem
              icon={<Trash2 {...icon} />}
              isDestructive
              onSelect={() => onAsk({ asks: 'delete', version })}
            >
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
    </li>
  );
}
