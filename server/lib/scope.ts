/** The project and the acting user, for services. */
export interface Scope {
  projectId: number;
  userId: string;
}
