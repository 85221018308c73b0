export { ScriptView as default } from './ScriptView.tsx';
