import type { ExportFormat } from '#screenplay/exportFormats.ts';
import { exportLosses } from '#screenplay/exportLosses.ts';
import { detectLanguage } from '#screenplay/language/detectLanguage.ts';
import type { ScriptLanguage } from '#screenplay/language/scriptLanguage.ts';
import type { WrittenScript } from '#screenplay/otherFormats/writtenScript.ts';
import { fileWriters } from './fileWriters.ts';

/** A written file. */
export interface WrittenFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** Content of the script that the file does not hold, as texts for the user. */
  losses: string[];
}

/** A script to be written. The language is null if its words tell it. */
export type ScriptToWrite = Omit<WrittenScript, 'language'> & { language: ScriptLanguage | null };

/** Write a script in a format. Slow for long scripts and PDFs: the server calls it in a thread. */
export async function writeScriptFile(format: ExportFormat, script: ScriptToWrite): Promise<WrittenFile> {
  const language = script.language ?? detectLanguage(script.elements.map(({ content }) => content));
  const complete = { ...script, language };
  const written = await fileWriters[format](complete);
  // Copy the bytes: a small file may be part of Node's shared buffer pool, which cannot be
  // transferred.
  const bytes = new Uint8Array(typeof written === 'string' ? new TextEncoder().encode(written) : written);
  return { bytes, losses: exportLosses(format, complete) };
}
