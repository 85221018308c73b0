/** Who acts in which project: what the services of a project's things are handed. */
export interface Scope {
  projectId: number;
  userId: string;
}
