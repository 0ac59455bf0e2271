/**
 * The browser tests of `npm test`: the built app with real PostgreSQL, Prometheus, Jaeger and the demo fleet, in
 * Chromium. No retries, because a test that passes only on retry reveals a defect.
 */
import { defineConfig } from "@playwright/test";
import { findSystemOfWorker } from "./tests/support/e2e/e2e-addresses";

const chromium = process.env["RIDGEPOINT_CHROMIUM"];

/**
 * Features to disable. The list replaces Playwright's list, and adds two pages that newer Chromium windows prepare
 * for the address bar, which cost as much work per test as the tested page.
 */
const switchedOff = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/**
 * Tests that change the simulated fleet. Windows of several minutes contain such a change, so these tests run last: the
 * others read a fleet with one known problem.
 */
const changesFleet = /@fleet/;

export default defineConfig({
  testDir: "tests",
  globalSetup: "./tests/support/e2e/e2e-stack.ts",
  outputDir: "test-results/browser",
  timeout: 60_000,
  expect: { timeout: 15_000 },
  retries: 0,
  // A spec mostly waits for scrapes, samples and spans. Each worker has a separate system.
  workers: 2,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: findSystemOfWorker()?.app ?? "http://127.0.0.1:3000",
    viewport: { width: 1440, height: 1000 },
    timezoneId: "UTC",
    locale: "en-GB",
    // A copy of the DOM and a screenshot of each step would take a tenth of the run's time each. `--trace on` records them.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${switchedOff.join(",")}`,
      ],
    },
  },
  projects: [
    { name: "live", testMatch: "e2e/**/*.spec.ts", grepInvert: changesFleet },
    { name: "accessibility", testMatch: "accessibility/**/*.spec.ts" },
    { name: "fleet", testMatch: "e2e/**/*.spec.ts", grep: changesFleet },
  ],
});
