/** What light does to colours, and the ink around them. */
export interface Lit {
  tone(colour: string): string;
  ink: string;
}
