/** Effect of the light on colours, and the colour of ink lines. */
export interface LightingEffect {
  tone(colour: string): string;
  ink: string;
}
