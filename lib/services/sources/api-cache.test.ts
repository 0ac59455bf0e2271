import { expect, test, vi } from "vitest";
import { createApiCache, apiCacheMs } from "./api-cache";

const lookup = { sourceSlug: "jaeger", sourceVersion: "2.13.0", nowMs: 1_000 };

function memory() {
  const probe = vi.fn<() => Promise<string>>(() => Promise.resolve("v3"));
  const known = createApiCache<string>();
  return { known, probe };
}

test("a source is probed once", async () => {
  const { known, probe } = memory();
  expect(await known.read(lookup, probe)).toBe("v3");
  expect(await known.read({ ...lookup, nowMs: lookup.nowMs + apiCacheMs - 1 }, probe)).toBe("v3");
  expect(probe).toHaveBeenCalledOnce();
});

test.each([
  ["a minute has passed", { ...lookup, nowMs: lookup.nowMs + apiCacheMs }],
  ["its version changed", { ...lookup, sourceVersion: "2.21.0" }],
  ["the source is another one", { ...lookup, sourceSlug: "other" }],
])("probes again when %s", async (_name, later) => {
  const { known, probe } = memory();
  await known.read(lookup, probe);
  probe.mockResolvedValue("old");
  expect(await known.read(later, probe)).toBe("old");
});

test("probes again after an unreadable response and after a failed probe", async () => {
  const { known, probe } = memory();
  await known.read(lookup, probe);
  known.forget("jaeger");
  probe.mockRejectedValueOnce(new Error("refused"));
  await expect(known.read(lookup, probe)).rejects.toThrow("refused");
  probe.mockResolvedValue("old");
  expect(await known.read(lookup, probe)).toBe("old");
});
