import { Archive, BookOpenText, ChevronDown, FileDown, FileText } from 'lucide-react';
import { useId } from 'react';
import { type ExportFormat, exportFormatNames, exportFormats } from '#screenplay/exportFormats.ts';
import type { Project } from '#shared/contract/projects.ts';
import { readingHref } from '#shared/readingHref.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { useOfflineReason } from '#web/lib/needsConnection.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { whenScriptIsStored } from '#web/lib/unsentScript.ts';
import { startArchive, useExport } from '#web/projects/useExport.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import styles from './ExportEntry.module.css';
import { entryClass, SidebarEntry } from './SidebarEntry.tsx';

/** Export a PDF; an adjacent menu has the other formats. Every role may export (decision OQ-16). */
export function ExportEntry({ project, isNarrow }: { project: Project; isNarrow: boolean }) {
  const { exportScript, isExporting } = useExport(project);
  const away = useOfflineReason();
  const label = away === null ? 'Export PDF' : `Export PDF: ${away}`;
  const noteId = useId();
  return (
    <div className={isNarrow ? styles.narrow : styles.row}>
      <SidebarEntry label={label} isNarrow={isNarrow}>
        <button
          className={entryClass(isNarrow)}
          type="button"
          disabled={isExporting || away !== null}
          aria-label={isNarrow ? label : undefined}
          aria-describedby={isNarrow || away === null ? undefined : noteId}
          onClick={() => exportScript('pdf')}
        >
          <FileDown size={16} strokeWidth={1.6} aria-hidden="true" />
          {!isNarrow && 'Export PDF'}
        </button>
      </SidebarEntry>
      <FormatsMenu
        {...{ project, isNarrow, isExporting }}
        isOffline={away !== null}
        onExport={exportScript}
      />
      {!isNarrow && away !== null && (
        <p className={styles.away} id={noteId}>
          {away}
        </p>
      )}
    </div>
  );
}

interface FormatsMenuProps {
  project: Project;
  isNarrow: boolean;
  isExporting: boolean;
  isOffline: boolean;
  onExport: (format: ExportFormat) => void;
}

/** Formats in the menu beside the button for PDF. */
const otherFormats = exportFormatNames.filter((format) => format !== 'pdf');

function FormatsMenu({ project, isNarrow, isExporting, isOffline, onExport }: FormatsMenuProps) {
  const icon = <FileText size={16} strokeWidth={1.6} aria-hidden="true" />;
  return (
    <Menu
      side={isNarrow ? 'right' : 'bottom'}
      trigger={
        <IconButton label="Other formats" size="small" className={styles.more} disabled={isExporting}>
          <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      }
    >
      {otherFormats.map((format) => (
        <MenuItem key={format} icon={icon} disabled={isOffline} onSelect={() => onExport(format)}>
          {exportFormats[format].label}
        </MenuItem>
      ))}
      <MenuItem
        icon={<Archive size={16} strokeWidth={1.6} aria-hidden="true" />}
        disabled={isOffline}
        onSelect={() => startArchive(project)}
      >
        Export archive (.zip)
      </MenuItem>
      <MenuItem
        icon={<BookOpenText size={16} strokeWidth={1.6} aria-hidden="true" />}
        disabled={isOffline}
        onSelect={() =>
          whenScriptIsStored(project.id, 'Open without them', () =>
            pageNavigation.leaveTo(hrefOf(readingHref(project.id))),
          )
        }
      >
        Reading view
      </MenuItem>
    </Menu>
  );
}
