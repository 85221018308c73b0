/** For a server in a process of its own: where programs and compiled code are found, and nothing else of what is set here. */
export function plainEnv(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? { PATH } : { PATH, NODE_COMPILE_CACHE };
}
