// Exit with 0 when the server on this machine is alive, otherwise with 1.
const port = process.env.PORT || '5000';
const reply = await fetch(`http://127.0.0.1:${port}/api/health/live`, {
  signal: AbortSignal.timeout(5000),
}).catch(() => null);
process.exit(reply?.ok ? 0 : 1);
