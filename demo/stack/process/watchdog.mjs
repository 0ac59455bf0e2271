// Outlives its parent by a moment. The parent holds the other end of standard input; when that end closes, for
// whatever reason, kill -9 included, the processes which the parent's run still has are stopped.
// Usage: node watchdog.mjs <folder with process notes> <run id>
import { stopLeftovers } from "./leftovers.mjs";

const [folder, runId] = process.argv.slice(2);
// Ctrl-C is for the parent to answer; its end is what we wait for.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => undefined);
process.stdin.resume();
process.stdin.on("close", () => void stopLeftovers(folder, runId));
