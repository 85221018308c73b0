/*
 * Entry point of the picture engine (README.md). Code outside this folder imports only this file.
 */
export { drawConcept } from './concept.ts';
export { type Clothes, type FaceFeatures, featuresOf, type Hair } from './portrait/features.ts';
export { drawPortrait } from './portrait/portrait.ts';
export { drawScene } from './scene.ts';
export type { SvgPicture } from './svgPicture.ts';
export * from './words.ts';
