import { expect, test, vi } from "vitest";
import { rememberApi, rememberedMs } from "./remember-api";

const asked = { slug: "jaeger", version: "2.13.0", atMs: 1_000 };

function memory() {
  const probe = vi.fn<() => Promise<string>>(() => Promise.resolve("v3"));
  const known = rememberApi<string>();
  return { known, probe };
}

test("a source is asked once which API it has", async () => {
  const { known, probe } = memory();
  expect(await known.read(asked, probe)).toBe("v3");
  expect(await known.read({ ...asked, atMs: asked.atMs + rememberedMs - 1 }, probe)).toBe("v3");
  expect(probe).toHaveBeenCalledOnce();
});

test.each([
  ["a minute went by", { ...asked, atMs: asked.atMs + rememberedMs }],
  ["it tells another version", { ...asked, version: "2.21.0" }],
  ["it is another source", { ...asked, slug: "other" }],
])("it is asked again when %s", async (_name, later) => {
  const { known, probe } = memory();
  await known.read(asked, probe);
  probe.mockResolvedValue("old");
  expect(await known.read(later, probe)).toBe("old");
});

test("it is asked again after an answer that was not understood, and after a probe that failed", async () => {
  const { known, probe } = memory();
  await known.read(asked, probe);
  known.forget("jaeger");
  probe.mockRejectedValueOnce(new Error("refused"));
  await expect(known.read(asked, probe)).rejects.toThrow("refused");
  probe.mockResolvedValue("old");
  expect(await known.read(asked, probe)).toBe("old");
});
