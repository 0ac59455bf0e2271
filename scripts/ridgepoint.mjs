#!/usr/bin/env node
// Entry point of `npx ridgepoint …`. It runs bootstrap.mjs, as every npm command does.
process.argv.splice(2, 0, "ridgepoint");
await import("./bootstrap.mjs");
