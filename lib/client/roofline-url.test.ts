import { expect, test } from "vitest";
import { invalidWhatIfParameters, whatIfParsers } from "./roofline-url";

test("parses the speculation parameter as it was written", () => {
  const { wspec } = whatIfParsers;
  const choice = { draftTokens: 4, acceptedPercent: 70 };
  expect(wspec.parse(wspec.serialize(choice))).toEqual(choice);
  for (const junk of ["0:70", "4:101", "17:50", "4", "4:7x"]) expect(wspec.parse(junk)).toBeNull();
});

test("names parameters that are invalid", () => {
  const search = new URLSearchParams({
    ww: "fp8",
    wkv: "fp7",
    wb: "0",
    wc: "1000",
    wgpu: "../x",
    wflash: "on",
  });
  expect(invalidWhatIfParameters(search)).toEqual(["wkv", "wb", "wflash", "wgpu"]);
});
