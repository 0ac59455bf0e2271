/** Evidence from a calculator of the roofline: the server computes it with its tables of GPUs and models. */
import { z } from "zod";
import {
  calculatorInputs,
  calculators,
  parseCalculatorInputs,
  type CalculatorInputName,
} from "@/lib/model/roofline/calculator-input";

/** The value as text, because questions are stored as they are sent. */
const inputText = z.string().max(100).exactOptional();

const inputs = z.strictObject(
  Object.fromEntries(Object.keys(calculatorInputs).map((name) => [name, inputText])) as {
    readonly [Name in CalculatorInputName]: typeof inputText;
  },
);

/** Schemas of a calculator as evidence: the question, and the stored answer. */
export const calculatorEvidence = {
  question: z
    .strictObject({
      endpoint: z.literal("calculator"),
      calculator: z.enum(calculators),
      /** All inputs of the calculator, with the names and texts of the links to its page. */
      inputs,
    })
    .refine((question) => parseCalculatorInputs(question.calculator, question.inputs) !== null, {
      path: ["inputs"],
      message: "must be all inputs of the calculator, with valid values",
    }),
  data: z.object({
    endpoint: z.literal("calculator"),
    calculator: z.enum(calculators),
    /** Labels and values of the inputs. Models and GPUs have the names of the tables. */
    inputs: z.array(z.object({ label: z.string(), value: z.string() })),
    sentence: z.string(),
    /** Titles of the columns. Empty titles for a list of quantities. */
    columns: z.array(z.string()),
    rows: z.array(z.object({ key: z.string(), cells: z.array(z.string()) })),
    /** Key of the row that the inputs select. */
    chosenRowKey: z.string().nullable(),
  }),
} as const;
