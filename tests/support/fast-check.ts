/** Sets the cases per property for a whole run; a failing seed is printed by fast-check itself. */
import fc from "fast-check";
import { askedCases, propertyCases } from "@/scripts/property-cases";

fc.configureGlobal({
  numRuns: askedCases(propertyCases.test),
  interruptAfterTimeLimit: 600_000,
  markInterruptAsFailure: true,
});
