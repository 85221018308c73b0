import { Archive, Copy, DoorOpen, Ellipsis, FileText, PencilLine, Trash2 } from 'lucide-react';
import { exportFormatNames, exportFormats } from '#screenplay/exportFormats.ts';
import type { ProjectSummary } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/Menu.tsx';
import { startArchive, useExport } from './useExport.ts';

export interface ProjectActions {
  onRename: (project: ProjectSummary) => void;
  onDuplicate: (project: ProjectSummary) => void;
  onLeave: (project: ProjectSummary) => void;
  onDelete: (project: ProjectSummary) => void;
}

interface ProjectMenuProps extends ProjectActions {
  project: ProjectSummary;
  className: string | undefined;
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Show the actions for a project by role. Every role may export (decision OQ-16). */
export function ProjectMenu({
  project,
  className,
  onRename,
  onDuplicate,
  onLeave,
  onDelete,
}: ProjectMenuProps) {
  const { name, role } = project;
  const { exportScript, isExporting } = useExport(project);
  const exporting = { icon: <FileText {...icon} />, disabled: isExporting };
  return (
    <Menu
      trigger={
        <IconButton label={`More for ${name}`} size="small" className={className}>
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      {may(role, 'write') && (
        <>
          <MenuItem icon={<PencilLine {...icon} />} onSelect={() => onRename(project)}>
            Rename…
          </MenuItem>
          <MenuItem icon={<Copy {...icon} />} onSelect={() => onDuplicate(project)}>
            Duplicate
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {exportFormatNames.map((format) => (
        <MenuItem key={format} {...exporting} onSelect={() => exportScript(format)}>
          {exportFormats[format].label}
        </MenuItem>
      ))}
      <MenuItem icon={<Archive {...icon} />} onSelect={() => startArchive(project)}>
        Export archive (.zip)
      </MenuItem>
      <MenuSeparator />
      {may(role, 'own') ? (
        <MenuItem icon={<Trash2 {...icon} />} isDestructive onSelect={() => onDelete(project)}>
          Delete
        </MenuItem>
      ) : (
        <MenuItem icon={<DoorOpen {...icon} />} isDestructive onSelect={() => onLeave(project)}>
          Leave…
        </MenuItem>
      )}
    </Menu>
  );
}
