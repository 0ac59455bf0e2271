/**
 * The longest time for which the page answered nobody while `work` was done: a message that is posted to itself again and again
 * waits behind whatever runs. Finer than the browser's own list, which begins at 50 ms.
 */
export async function longestTaskMs(work: () => Promise<void>): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  let [longestMs, lastMs, isDone] = [0, performance.now(), false];
  const beat = (): void => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (!isDone) port2.postMessage(null);
  };
  port1.addEventListener("message", beat);
  port1.start();
  port2.postMessage(null);
  await work();
  isDone = true;
  port1.close();
  return longestMs;
}
