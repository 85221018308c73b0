/** Return green at 0.8 or more, yellow at 0.6 or more, red below (docs/spec/assistant.md). */
export function confidenceColour(confidence: number): 'green' | 'yellow' | 'red' {
  if (confidence >= 0.8) return 'green';
  return confidence >= 0.6 ? 'yellow' : 'red';
}

/**
 * Return the percentage, rounded down so that it fits the colour: 0.799 is yellow and reads 79%.
 */
export function confidencePercent(confidence: number): number {
  return Math.floor(Number((confidence * 100).toFixed(6)));
}

const words = { green: 'High', yellow: 'Medium', red: 'Low' } as const;

/** Return the meaning of the colour as a word. */
export function confidenceWord(confidence: number): string {
  return words[confidenceColour(confidence)];
}
