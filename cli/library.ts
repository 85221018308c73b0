/*
 * Entry point of the package as a library: read, paginate, count, check and write scripts without a
 * server. docs/library.md describes it and how its versions change.
 */
export type { ScriptElement, TitlePage } from '#screenplay/element.ts';
export { type ExportFormat, exportFormatNames, exportFormats } from '#screenplay/exportFormats.ts';
export { defaultFormat, type ScriptFormat } from '#screenplay/format.ts';
export { visibleElements } from '#screenplay/hidden.ts';
export { eighthsOf, sceneEighths, writeEighths } from '#screenplay/layout/eighths.ts';
export { pageLabelAt, pageLabelOf } from '#screenplay/layout/pageNumbers.ts';
export { paginate } from '#screenplay/layout/paginate.ts';
export type { Pagination } from '#screenplay/layout/types.ts';
export { provideLockRules } from '#screenplay/production/provideLockRules.ts';
export { type Report, reportOf } from '#screenplay/reports.ts';
export { type ListedScene, scenesForProduction } from '#screenplay/sceneList.ts';
export type { ImportReceipt, Screenplay, ScriptNote } from '#screenplay/screenplay.ts';
export {
  type ScriptToWrite,
  type WrittenFile,
  writeScriptFile,
} from '#server/exporting/writeScriptFile.ts';
export { type ReadScript, readScriptFile } from '#server/importing/readScript.ts';
