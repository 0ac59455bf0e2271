/**
 * Returns the longest time that the page was blocked during `work`. A message that is posted repeatedly waits behind
 * running tasks. More precise than the browser's long-task list, which starts at 50 ms.
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
