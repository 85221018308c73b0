export { DictionarySection } from './DictionarySection.tsx';
export { PreferencesDialog } from './PreferencesDialog.tsx';
