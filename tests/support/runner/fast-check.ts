/** Sets the number of property cases for a run; fast-check prints the seed of a failure. */
import fc from "fast-check";
import {
  readConfiguredCases,
  propertyCaseCounts,
  computePropertyTimeoutMs,
} from "@/scripts/suites/property-cases";

const cases = readConfiguredCases(propertyCaseCounts.test);

fc.configureGlobal({
  numRuns: cases,
  interruptAfterTimeLimit: computePropertyTimeoutMs(cases),
  markInterruptAsFailure: true,
});
