import "./node-version.mjs";
import { spawn } from "node:child_process";
import { install } from "./install.mjs";
import { root, tool } from "./tools.mjs";

// The server listens on PORT (3000) and restarts when a file changes. The screens are served on
// 5173 and proxy /api to the server.
await install();
const server = spawn(tool("tsx"), ["watch", "--clear-screen=false", "server/main.ts"], {
  cwd: root,
  stdio: ["inherit", "pipe", "inherit"],
});
const pretty = spawn(tool("pino-pretty"), ["--ignore", "pid,hostname"], {
  stdio: ["pipe", "inherit", "inherit"],
});
server.stdout.pipe(pretty.stdin);
const screens = spawn(tool("vite"), [], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, API_PORT: process.env["PORT"] || "3000" },
});

const both = [server, screens];
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => both.forEach((child) => child.kill("SIGTERM")));
}
for (const child of both) {
  child.once("exit", () => both.forEach((other) => other.kill("SIGTERM")));
}
