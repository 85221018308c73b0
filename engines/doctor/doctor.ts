/*
 * Entry point of the script doctor (README.md). Code outside this folder imports only this file.
 */
export { answer, type DoctorAnswer } from './answers/answer.ts';
export { examineSteps } from './examine.ts';
export type { Finding } from './finding.ts';
export { byWeight } from './habits.ts';
export { improveSelection } from './improve/improve.ts';
