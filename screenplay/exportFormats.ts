/** Facts about a format in which scripts are exported. */
export interface ExportFormatFacts {
  /** Name in messages. */
  name: string;
  /** Entry of menus. */
  label: string;
  contentType: string;
}

const zipType = 'application/zip';

/**
 * Formats in which scripts are exported, in the order of menus, by the ending of their files. The
 * writers are in server/exporting/fileWriters.ts.
 */
export const exportFormats = {
  pdf: { name: 'PDF', label: 'Export PDF', contentType: 'application/pdf' },
  fdx: {
    name: 'FDX',
    label: 'Export Final Draft (FDX)',
    contentType: 'application/xml; charset=utf-8',
  },
  fountain: { name: 'Fountain', label: 'Export Fountain', contentType: 'text/plain; charset=utf-8' },
  docx: {
    name: 'Word',
    label: 'Export Word (DOCX)',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  fadein: { name: 'Fade In', label: 'Export Fade In', contentType: zipType },
  osf: {
    name: 'OSF',
    label: 'Export Open Screenplay Format (OSF)',
    contentType: 'application/xml; charset=utf-8',
  },
  html: { name: 'HTML', label: 'Export web page (HTML)', contentType: 'text/html; charset=utf-8' },
  epub: { name: 'EPUB', label: 'Export e-book (EPUB)', contentType: 'application/epub+zip' },
  txt: { name: 'text', label: 'Export plain text', contentType: 'text/plain; charset=utf-8' },
} as const satisfies Record<string, ExportFormatFacts>;

export type ExportFormat = keyof typeof exportFormats;

export const exportFormatNames = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]];
