const part = process.argv[2];
const { run } = await import(process.cwd()+'/bench/'+part+'.ts');
const rows = await run({hasPeers:false});
for (const r of rows) console.log(r.name.padEnd(70), r.figure.toFixed(2), r.unit??'ms');
process.exit(0);
