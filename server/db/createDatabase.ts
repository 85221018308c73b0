import { DurablePGlite } from './durable.ts';

/** A program: makes an empty database in the folder that it is given. */
const client = new DurablePGlite(process.argv[2] ?? '');
await client.waitReady;
await client.close();
process.exit(0);
