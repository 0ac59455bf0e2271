import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toSlug } from "@/lib/base/text/to-slug";
import { slug as slugSchema } from "@/lib/contracts/fields";
import { formatGroupIdentity, type InstanceGroup } from "./instance-groups";
import { nameDeployments, chooseSlugAfterRename } from "./name-deployments";
import { anyText } from "@/tests/support/any-text";

function group(model: string, job = "vllm", namespace = ""): InstanceGroup {
  return {
    engine: "vllm",
    model,
    job,
    namespace,
    cluster: "",
    observedCopyLabels: [],
    instances: [],
    lastSeenAtMs: 0,
  };
}

const noKnownNames = { namesByIdentity: new Map(), usedSlugs: new Set<string>() };

function titles(groups: readonly InstanceGroup[]): readonly (readonly [string, string])[] {
  return [...nameDeployments(groups, noKnownNames).values()].map(({ title, slug }) => [title, slug]);
}

test("uses the short model name as title", () => {
  expect(titles([group("meta-llama/Llama-3.1-8B")])).toEqual([["Llama-3.1-8B", "llama-3-1-8b"]]);
});

test("adds the distinguishing labels if several groups serve one model", () => {
  expect(titles([group("m", "a"), group("m", "b"), group("other")])).toEqual([
    ["m (a)", "m-a"],
    ["m (b)", "m-b"],
    ["other", "other"],
  ]);
  expect(titles([group("m", "a", "x"), group("m", "a", "y")])).toEqual([
    ["m (x)", "m-x"],
    ["m (y)", "m-y"],
  ]);
});

test("uses full model names if owners differ within one job", () => {
  expect(titles([group("x/chat"), group("y/chat")])).toEqual([
    ["x/chat", "x-chat"],
    ["y/chat", "y-chat"],
  ]);
  // Letter case distinguishes models, because a gateway may lower-case the name of its backend.
  expect(titles([group("Chat"), group("chat")])).toEqual([
    ["Chat", "chat"],
    ["chat", "chat-2"],
  ]);
});

test("shortens and cleans titles with endless or direction-changing text", () => {
  expect(titles([group("m".repeat(300))])[0]?.[0]).toBe(`${"m".repeat(47)}…`);
  expect(titles([group("\u202elive")])[0]?.[0]).toBe("\\u{202e}live");
  expect(titles([group("m", "\u202ea"), group("m", "b")])[0]?.[0]).toBe("m (\\u{202e}a)");
});

test("does not repeat a label that equals the engine or namespace", () => {
  const proxy = { ...group("m", "litellm", "litellm"), engine: "litellm" } as const;
  expect(titles([proxy, group("m", "b", "x")])[0]).toEqual(["m (litellm)", "m-litellm"]);
});

test("transliterates names with Latin equivalents", () => {
  const slugs = (...models: readonly string[]) =>
    titles(models.map((model) => group(model))).map(([, slug]) => slug);
  expect(slugs("Gödel-7b", "Ｑｗｅｎ３", "modèle-léger", "㎞")).toEqual([
    "godel-7b",
    "qwen3",
    "modele-leger",
    "km",
  ]);
});

test("gives names without Latin letters a stable slug", () => {
  const slugOf = (model: string, ...otherGroups: readonly string[]): string | undefined =>
    titles([...otherGroups, model].map((one) => group(one))).at(-1)?.[1];
  const alone = slugOf("智谱清言");
  expect(alone).toMatch(/^model-[a-z0-9]{7}$/);
  expect(slugOf("智谱清言", "検索", "поиск")).toBe(alone);
  expect(slugOf("検索")).not.toBe(alone);
});

test("keeps titles when a second deployment of the model appears", () => {
  const first = group("m", "a");
  const byIdentity = new Map([[formatGroupIdentity(first), { title: "m", slug: "m" }]]);
  const naming = nameDeployments([first, group("m", "b")], {
    namesByIdentity: byIdentity,
    usedSlugs: new Set(["m"]),
  });
  expect([...naming.values()]).toEqual([
    { title: "m", slug: "m" },
    { title: "m (b)", slug: "m-b" },
  ]);
});

test("never reuses slugs or aliases", () => {
  const naming = nameDeployments([group("m")], {
    namesByIdentity: new Map(),
    usedSlugs: new Set(["m", "m-2"]),
  });
  expect([...naming.values()]).toEqual([{ title: "m", slug: "m-3" }]);
});

describe("slugs", () => {
  test("satisfy the contract for any text", () => {
    fc.assert(
      fc.property(anyText(200), (text) => {
        expect(slugSchema.safeParse(toSlug(text)).success).toBe(true);
      }),
    );
  });

  test("are stable and distinct for names without Latin letters or digits", () => {
    const letters = fc.constantFrom(
      "検",
      "索",
      "智",
      "谱",
      "в",
      "г",
      "д",
      "й",
      "ж",
      "ח",
      "פ",
      "ש",
      "ا",
      "ل",
      "ب",
    );
    const name = fc.array(letters, { minLength: 1, maxLength: 12 }).map((slugs) => slugs.join(""));
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 12 }), (names) => {
        const slugs = names.map(toSlug);
        expect(slugs.every((slug) => /^model-[a-z0-9]{7}$/.test(slug))).toBe(true);
        expect(new Set(slugs).size).toBe(names.length);
        const naming = titles(names.toReversed().map((one) => group(one)));
        expect(naming.map(([, slug]) => slug)).toEqual(slugs.toReversed());
      }),
    );
  });

  test("are unique for any set of groups", () => {
    const groups = fc.uniqueArray(
      fc.tuple(fc.string(), fc.constantFrom("a", "b"), fc.constantFrom("", "x")),
      {
        selector: (each) => JSON.stringify(each),
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(groups, (parts) => {
        const slugs = titles(parts.map(([model, job, namespace]) => group(model, job, namespace))).map(
          ([, slug]) => slug,
        );
        expect(new Set(slugs).size).toBe(parts.length);
      }),
    );
  });
});

test("keeps the slug if the new title has no letters for a slug", () => {
  const taken = new Set(["deployment", "search"]);
  expect(chooseSlugAfterRename("検索", "assist-8b", taken)).toBe("assist-8b");
  expect(chooseSlugAfterRename("חיפוש", "assist-8b", taken)).toBe("assist-8b");
  expect(chooseSlugAfterRename("検索 7b", "assist-8b", taken)).toBe("7b");
  expect(chooseSlugAfterRename("Search", "assist-8b", taken)).toBe("search-2");
  expect(chooseSlugAfterRename("Deployment", "assist-8b", taken)).toBe("deployment-2");
});
