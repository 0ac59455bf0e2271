import { expect, test } from "vitest";
import { randomNormal, createSeededRandom } from "./seeded-random";

test("equal seeds give equal sequences, different seeds different ones", () => {
  const draw = (seed: number): number[] => Array.from({ length: 5 }, createSeededRandom(seed));
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
});

test("numbers are uniform in [0, 1): mean, variance and equal tenths", () => {
  const random = createSeededRandom(7);
  const numbers = Array.from({ length: 100_000 }, random);
  const tenths = Array.from({ length: 10 }, () => 0);
  for (const number of numbers) tenths[Math.floor(number * 10)]! += 1;
  expect(tenths).toHaveLength(10);
  for (const tenth of tenths) expect(Math.abs(tenth - 10_000)).toBeLessThan(400);
});

test("normal numbers have mean 0, variance 1 and 0.27 % outside three", () => {
  const random = createSeededRandom(11);
  const numbers = Array.from({ length: 200_000 }, () => randomNormal(random));
  const average = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const square = numbers.reduce((sum, number) => sum + number * number, 0) / numbers.length;
  const outside = numbers.filter((number) => Math.abs(number) > 3).length / numbers.length;
  expect(Math.abs(average)).toBeLessThan(0.01);
  expect(Math.abs(square - 1)).toBeLessThan(0.02);
  expect(Math.abs(outside - 0.0027)).toBeLessThan(0.0005);
});
