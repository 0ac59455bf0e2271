import { expect, test, vi } from "vitest";
import { rememberApi, rememberedMs } from "./remember-api";

const lookup = { slug: "jaeger", version: "2.13.0", atMs: 1_000 };

function memory() {
  const probe = vi.fn<() => Promise<string>>(() => Promise.resolve("v3"));
  const known = rememberApi<string>();
  return { known, probe };
}

test("a source is probed once", async () => {
  const { known, probe } = memory();
  expect(await known.read(lookup, probe)).toBe("v3");
  expect(await known.read({ ...lookup, atMs: lookup.atMs + rememberedMs - 1 }, probe)).toBe("v3");
  expect(probe).toHaveBeenCalledOnce();
});

test.each([
  ["a minute has passed", { ...lookup, atMs: lookup.atMs + rememberedMs }],
  ["its version changed", { ...lookup, version: "2.21.0" }],
  ["the source is another one", { ...lookup, slug: "other" }],
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
