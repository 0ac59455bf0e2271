/** Cases per property: 300 in every run, 10,000 in `npm run test:deep`; a failing seed is printed by fast-check itself. */
import fc from "fast-check";

const cases = Number(process.env["RIDGEPOINT_CASES"] ?? 300);

fc.configureGlobal({ numRuns: cases, interruptAfterTimeLimit: 600_000, markInterruptAsFailure: true });
