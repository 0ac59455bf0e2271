// Gives each process a range of ports for its programs. A program opens its port seconds after the choice, so without
// ranges two processes that choose at the same moment could choose the same free port.
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { cacheFolder } from "./folders";
import { tryLock } from "./process/lock.mjs";

// Below the ephemeral range: a port from that range may be taken by an outgoing connection before it is used, or
// while the demo is stopped.
const LOWEST_PORT = 20_000;
const PORTS_PER_RANGE = 100;
const RANGE_COUNT = 120;

/** Returns the next port of a range, and the first one again after the last. */
export type NextPort = () => number;

/**
 * Takes a range that no other live process has, and holds it until this process ends. When all ranges are taken, it
 * returns random ports. Lock files are in `folder`.
 */
export function takePortRange(folder: string, rangeCount = RANGE_COUNT): NextPort {
  const firstRange = randomInt(rangeCount);
  for (let step = 0; step < rangeCount; step += 1) {
    const range = (firstRange + step) % rangeCount;
    const lock = tryLock(join(folder, `ports-${range}.lock`));
    if (lock.kind === "held") return countWithin(LOWEST_PORT + range * PORTS_PER_RANGE);
  }
  return () => LOWEST_PORT + randomInt(RANGE_COUNT * PORTS_PER_RANGE);
}

function countWithin(firstPort: number): NextPort {
  let count = 0;
  return () => {
    const port = firstPort + (count % PORTS_PER_RANGE);
    count += 1;
    return port;
  };
}

let ownRange: NextPort | undefined;

/** Returns the next port of this process's range. */
export function nextPort(): number {
  ownRange ??= takePortRange(join(cacheFolder(), "locks"));
  return ownRange();
}
