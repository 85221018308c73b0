import { readFileSync } from 'node:fs';

/** Resident memory of a process, in millions of bytes; NaN where the system does not tell. */
export function rssOf(pid: number): number {
  const [, pages = 'NaN'] = told(pid, 'statm').split(' ');
  return (Number(pages) * 4096) / 1e6;
}

/**
 * Return a process's CPU time in seconds, with its threads; NaN where the system does not report
 * it.
 */
export function processorSecondsOf(pid: number): number {
  // After the name in parentheses, which may contain anything: the 12th and 13th field, in
  // hundredths of a second.
  const fields = told(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 'NaN') + Number(fields[12] ?? 'NaN')) / 100;
}

function told(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // not Linux, or the process is gone
  }
}
