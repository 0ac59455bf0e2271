#!/usr/bin/env node
// `npx ridgepoint …`: the same first step as every npm command, which installs what is missing and finds the pinned Node.
process.argv.splice(2, 0, "ridgepoint");
await import("./bootstrap.mjs");
