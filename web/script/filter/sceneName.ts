/** Return the heading, or a placeholder for the opening. */
export function headingOrUntitled({ heading }: { heading: string }): string {
  return heading || 'Before the first scene';
}

/** Return the name of a scene as it is announced: "Scene 12A, INT. CAR DECK - NIGHT". */
export function sceneLabel(scene: { heading: string }, number: string | undefined): string {
  return number === undefined ? headingOrUntitled(scene) : `Scene ${number}, ${scene.heading}`;
}
