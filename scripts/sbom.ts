import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Parts of a bill of materials in the format CycloneDX 1.5 that are changed here. */
export interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string; version: string } };
  components: { 'bom-ref': string }[];
}

/**
 * Write the bill of materials of the packages in the lockfile, by npm itself. It contains the
 * packages for development, too, because those of the web are built into its files.
 */
function main(): void {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const shell = process.platform === 'win32';
  const text = execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell });
  const bill = reproducible(JSON.parse(text));
  const file = path.join('dist', 'release', `cold-open-${bill.metadata.component.version}.cdx.json`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${file}: ${bill.components.length} packages`);
}

/** Remove time, random number and folder, so that the same lockfile gives the same file. */
export function reproducible({ serialNumber: _, ...bill }: Bill): Bill {
  const { timestamp: __, ...metadata } = bill.metadata;
  const component = { ...metadata.component, name: 'cold-open' };
  return { ...bill, metadata: { ...metadata, component } };
}

if (import.meta.main) main();
