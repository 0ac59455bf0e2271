/**
 * The browser's part of `npm test`: the built app on real PostgreSQL, Prometheus, Jaeger and the demo fleet, in Chromium.
 * No retries: a test that needs a second try has a defect of its own or found one.
 */
import { defineConfig } from "@playwright/test";
import { systemOfWorker } from "./tests/support/e2e-addresses";

const chromium = process.env["RIDGEPOINT_CHROMIUM"];

/**
 * What Playwright switches off, of which a second list takes the place, and two pages that Chromium's newer windows prepare
 * for an address bar that nobody sees: as much work for every test as the page that is tested.
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

export default defineConfig({
  testDir: "tests",
  globalSetup: "./tests/support/e2e-stack.ts",
  outputDir: "test-results/browser",
  timeout: 60_000,
  expect: { timeout: 15_000 },
  retries: 0,
  // A spec waits for scrapes, readings and spans most of the time. Each worker has a whole system of its own.
  workers: 2,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: systemOfWorker()?.app ?? "http://127.0.0.1:3000",
    viewport: { width: 1440, height: 1000 },
    timezoneId: "UTC",
    locale: "en-GB",
    // With every frame as a picture a trace costs a tenth of the run's time; the elements of each step are in it all the same.
    trace: { mode: "retain-on-failure", screenshots: false },
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
    { name: "live", testMatch: "e2e/**/*.spec.ts" },
    { name: "accessibility", testMatch: "accessibility/**/*.spec.ts" },
  ],
});
