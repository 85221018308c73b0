import { DurablePGlite } from './durable.ts';

/** Program that makes an empty database in a given folder. */
const client = new DurablePGlite(process.argv[2] ?? '');
await client.waitReady;
await client.close();
process.exit(0);
