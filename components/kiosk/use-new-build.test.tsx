import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requiredResponseCount, useNewBuild, type RunningBuild } from "./use-new-build";

const everyMs = 60_000;

interface HarnessProps {
  readonly currentBuild: string | null;
  readonly read: () => Promise<RunningBuild>;
  readonly onNewBuild: () => void;
}

function Harness(props: HarnessProps) {
  useNewBuild({ ...props, checkIntervalMs: everyMs });
  return null;
}

const pass = (times: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(times * everyMs);
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("does nothing for the same build, an unreachable server, or a server that is not ready", async () => {
  const onNewBuild = vi.fn();
  const answers: readonly (() => Promise<RunningBuild>)[] = [
    () => Promise.resolve({ build: "a", ready: true }),
    () => Promise.reject(new Error("away")),
    () => Promise.resolve({ build: "b", ready: false }),
    () => Promise.resolve({ build: null, ready: true }),
  ];
  for (const read of answers) {
    const { unmount } = render(<Harness currentBuild="a" read={read} onNewBuild={onNewBuild} />);
    await pass(10);
    unmount();
  }
  expect(onNewBuild).not.toHaveBeenCalled();
});

test("reports a new build after several consecutive responses from it", async () => {
  const onNewBuild = vi.fn();
  let build = "b";
  render(
    <Harness currentBuild="a" read={() => Promise.resolve({ build, ready: true })} onNewBuild={onNewBuild} />,
  );
  await pass(requiredResponseCount - 1);
  build = "a";
  await pass(1);
  build = "b";
  await pass(requiredResponseCount - 1);
  expect(onNewBuild).not.toHaveBeenCalled();
  await pass(1);
  expect(onNewBuild).toHaveBeenCalledOnce();
});

test("does not poll without a build id or after unmount", async () => {
  const read = vi.fn(() => Promise.resolve({ build: "b", ready: true }));
  render(<Harness currentBuild={null} read={read} onNewBuild={() => undefined} />).unmount();
  const { unmount } = render(<Harness currentBuild="a" read={read} onNewBuild={() => undefined} />);
  unmount();
  await pass(10);
  expect(read).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
