import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, Pencil, ScrollText, Sparkles, Trash2, X } from 'lucide-react';
import type { Character } from '#shared/contract/characters.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/Menu.tsx';
import styles from './CharacterMenu.module.css';
import type { Figures } from './figures.ts';
import type { useAvatar } from './useAvatar.ts';

interface CharacterMenuProps {
  projectId: number;
  character: Character;
  figures: Figures | null;
  canWrite: boolean;
  offer: PricedAction;
  avatar: ReturnType<typeof useAvatar>;
  onOpen: () => void;
  onDelete: () => void;
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function CharacterMenu({ projectId, character, figures, canWrite, ...props }: CharacterMenuProps) {
  const { offer, avatar, onOpen, onDelete } = props;
  const navigate = useNavigate();
  const script = hrefOf(`/projects/${encodeProjectId(projectId)}/script?character=${character.id}`);
  return (
    <Menu
      trigger={
        <IconButton label={`More for ${character.name}`}>
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      {canWrite && (
        <>
          <MenuItem icon={<Pencil {...icon} />} onSelect={onOpen}>
            Edit
          </MenuItem>
          {avatar.isDrawing ? (
            <MenuItem icon={<X {...icon} />} onSelect={avatar.cancel}>
              Cancel the drawing
            </MenuItem>
          ) : (
            <MenuItem icon={<Sparkles {...icon} />} disabled={offer.status !== 'open'} onSelect={avatar.draw}>
              <span>
                Generate avatar
                <span className={styles.note}>{noteOf(offer)}</span>
              </span>
            </MenuItem>
          )}
        </>
      )}
      <MenuItem
        icon={<ScrollText {...icon} />}
        disabled={figures?.speeches === 0}
        onSelect={() => void navigate({ href: script })}
      >
        Show in the script
      </MenuItem>
      {canWrite && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 {...icon} />} isDestructive onSelect={onDelete}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** Return the price of the action, or the reason why it is unavailable. */
function noteOf(offer: PricedAction): string | null {
  switch (offer.status) {
    case 'open':
      return offer.low === null ? offer.price : `${offer.price}, ${offer.low}`;
    case 'closed':
      return offer.why;
    case 'unknown':
      return 'The price could not be loaded.';
    case 'coming':
      return null;
  }
}
