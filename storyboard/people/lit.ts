/** What light does to colours, and the ink around them. */
export interface LightingEffect {
  tone(colour: string): string;
  ink: string;
}
