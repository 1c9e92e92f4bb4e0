import "./node-version.mjs";
import { build } from "./build.mjs";
import { install } from "./install.mjs";

await install();
await build();
process.setSourceMapsEnabled(true);
stopWithNpm();
await import("../dist/server/main.js");

/** Stops with npm, because the product would otherwise keep running and hold the port and data. */
function stopWithNpm() {
  if (process.env["npm_lifecycle_event"] !== "start") return;
  const npm = process.ppid;
  const watch = () => {
    if (process.ppid !== npm) process.kill(process.pid, "SIGTERM");
  };
  setInterval(watch, 250).unref();
}
