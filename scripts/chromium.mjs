import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { run, tool } from "./tools.mjs";

/** The headless shell comes first: journeys take a sixth less time in it. */
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Fonts for Bengali, Assamese and Devanagari, without which screens show boxes. */
const fonts = ["fonts-lohit-deva", "fonts-lohit-beng-bengali", "fonts-lohit-beng-assamese"];
const packages = ["chromium-headless-shell", ...fonts];

/**
 * Finds a Chromium for the browser journeys or installs one: as root on Debian its package, else
 * Playwright's own download.
 *
 * @returns {Promise<string | undefined>} its path, or undefined with a sentence printed
 */
export async function findOrInstallChromium() {
  if (isRootOnDebian() && !hasPackages()) await installPackages();
  const found = await findChromium();
  if (found !== undefined) return found;
  await run(tool("playwright"), ["install", "chromium"], { timeout: 180_000 }).catch(() => 1);
  return (await findChromium()) ?? sayWhatToInstall();
}

async function findChromium() {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return existsSync(named) ? named : undefined;
  const { chromium } = await import("@playwright/test");
  return [...places, chromium.executablePath()].find((path) => existsSync(path));
}

function isRootOnDebian() {
  return (
    process.getuid?.() === 0 && existsSync("/usr/bin/apt-get") && !process.env["CHROMIUM_PATH"]
  );
}

function hasPackages() {
  const asked = spawnSync("dpkg-query", ["-W", "-f", "${db:Status-Status}\n", ...packages]);
  return asked.status === 0 && !/not-installed|config-files/.test(asked.stdout.toString());
}

async function installPackages() {
  console.log("Installing Chromium and fonts for the browser journeys …");
  const options = {
    /** @type {import("node:child_process").StdioOptions} */
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  await run("apt-get", ["update", "-q"], options);
  const install = ["install", "-q", "-y", "--no-install-recommends"];
  const code = await run("apt-get", [...install, ...packages], options);
  // Older releases have only the full browser.
  if (code !== 0) await run("apt-get", [...install, "chromium", ...fonts], options);
}

function sayWhatToInstall() {
  const named = process.env["CHROMIUM_PATH"];
  console.error(
    named
      ? `CHROMIUM_PATH names ${named}, which does not exist.`
      : "The browser journeys need Chromium: install it (on Debian: apt install " +
          `${packages.join(" ")}), or name one in CHROMIUM_PATH.`,
  );
  return undefined;
}
